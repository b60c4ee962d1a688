/** The consumer catalog: the area’s face on the wire. A realm of its own: its accounts are no users of companies. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const catalog = area({ routes, about: 'the consumer catalog' });
