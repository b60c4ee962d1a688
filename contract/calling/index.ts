/** Live calls: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const calling = area({ routes, about: 'calling settings' });
