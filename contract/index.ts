/** The wire, whole: every call of the product by area. */
import * as areas from './areas.ts';

type Areas = typeof areas;
export type Routes = { readonly [A in keyof Areas]: Areas[A]['routes'] };

/** Calls by area and name. */
export const routes = Object.fromEntries(Object.entries(areas).map(([name, face]) => [name, face.routes])) as Routes;
