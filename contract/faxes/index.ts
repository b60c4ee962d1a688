/** Sending faxes: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const faxes = area({ routes, about: 'faxes', acts: { review: 'Checked a fax', send: 'Sent a fax', sendAgain: 'Sent a fax again' } });
