/** Signing in and out: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const auth = area({ routes });
