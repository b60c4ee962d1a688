/** The audit log: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const audit = area({ routes, about: 'the audit log' });
