/** Bulk attribute updates: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const bulkAttributes = area({
  routes,
  changes: [],
  about: 'custom fields in bulk',
  acts: { check: 'Checked custom fields in bulk', checkOrganization: 'Checked custom fields in bulk' },
});
