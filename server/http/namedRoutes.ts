/** Every route of the contract with its name. */
import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';

/** A route with the name by which logs, audit and the OpenAPI document know it: `contacts.create`. */
export interface NamedRoute {
  readonly name: string;
  readonly route: Route;
}

/** Every route of the contract, by name. */
export function listNamedRoutes(): NamedRoute[] {
  return Object.entries(routes).flatMap(([area, table]) => Object.entries(table).map(([name, route]: [string, Route]) => ({ name: `${area}.${name}`, route })));
}
