/** Labels of contacts: the area’s face on the wire. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const contactLabels = area({ routes, changes: ['label-updated'], about: 'contact labels' });
