/** Reports by mail: the area’s face on the wire. They are their person’s alone: no change of them is published. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const reportMails = area({ routes, about: 'reports by mail' });
