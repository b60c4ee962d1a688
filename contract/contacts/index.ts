/** Contacts: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const contacts = area({
  routes,
  changes: ['contact-updated', 'contact-deleted'],
  about: 'contacts',
  acts: { bulkDestroy: 'Deleted contacts', merge: 'Merged contacts', previewMerge: 'Checked a merge of contacts' },
});
