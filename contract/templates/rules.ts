/** Routes of a template: in their order, and as they are sent. */
import type { RingRoute } from '../routing/entities.ts';
import type { TemplateRoute } from './entities.ts';

/** Routes as they are read (RULE-062). */
export const toRouteMap = (routes: readonly RingRoute[]): Record<string, TemplateRoute> =>
  Object.fromEntries(routes.map(({ id, ...route }) => [id, { _id: id, ...route }]));

/** Routes as the app has them, by extension. */
export const sortRoutes = (routes: Readonly<Record<string, TemplateRoute>>): RingRoute[] =>
  Object.values(routes)
    .map(({ _id, ...route }) => ({ id: _id, ...route }))
    .sort((a, b) => a.extension - b.extension);

/** Routes as they are sent: a list (RULE-062). */
export const toTemplateRoutes = (routes: readonly RingRoute[]): TemplateRoute[] => Object.values(toRouteMap(routes));
