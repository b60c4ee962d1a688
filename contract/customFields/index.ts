/** Custom fields: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const customFields = area({
  routes,
  changes: ['field-updated'],
  about: 'custom fields',
  acts: { setValues: 'Changed values of custom fields', values: 'Read values of custom fields' },
});
