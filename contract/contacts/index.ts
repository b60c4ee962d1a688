/** Contacts: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const contacts = area({ routes, changes: ['contact-updated', 'contact-deleted'] });
