/** Greetings: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const greetings = area({ routes, changes: ['greeting-updated'], about: 'greetings', acts: { speak: 'Listened to a greeting' } });
