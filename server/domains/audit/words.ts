/** Words of the audit log for calls, from the faces of the areas: which part of the company, and whether it was read, changed or deleted. Customers read them. */
import * as areas from '#contract/areas.ts';
import type { AreaFace } from '#contract/core/area.ts';
import type { Route } from '#contract/core/route.ts';

const formatVerb = ({ method, changes }: Route) => (method === 'DELETE' ? 'Deleted' : method === 'GET' && changes !== true ? 'Read' : 'Changed');

/** Words of each call, by its id. */
export const callWords: ReadonlyMap<string, string> = new Map(
  Object.entries(areas).flatMap(([area, { routes, about, acts = {} }]: [string, AreaFace]) =>
    Object.entries(routes).map(([name, route]): [string, string] => [`${area}.${name}`, acts[name] ?? `${formatVerb(route)} ${about}`]),
  ),
);
