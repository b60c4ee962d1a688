/** Groups of contacts: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const groups = area({
  routes,
  changes: ['group-updated'],
  about: 'groups',
  acts: { removeContacts: 'Removed contacts from a group', removeAll: 'Removed contacts from a group' },
});
