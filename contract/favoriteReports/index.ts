/** Favorite reports: the area’s face on the wire. They are their user’s alone: no change of them is published. */
import { area } from '../core/area.ts';
import { routes } from './routes.ts';

export const favoriteReports = area({ routes, about: 'favorite reports' });
