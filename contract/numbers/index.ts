/** Numbers: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const numbers = area({
  routes,
  changes: ['number-updated'],
  about: 'numbers',
  acts: {
    bulkPreview: 'Checked a change of numbers',
    bulkRemove: 'Removed numbers',
    impact: 'Checked a removal of numbers',
    remove: 'Removed a number',
    restore: 'Restored a number',
  },
});
