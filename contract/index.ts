/** The wire, whole: every call of the product by area. */
import * as areas from './areas.ts';

type Areas = typeof areas;
export type Routes = { readonly [A in keyof Areas]: Areas[A]['routes'] };

/** The id of a call: its area and its name, as in `greetings.list`. */
export type CallId = { [A in keyof Routes & string]: `${A}.${keyof Routes[A] & string}` }[keyof Routes & string];
/** The descriptor of a call by its id. */
export type RouteById<I extends CallId> = I extends `${infer A extends keyof Routes & string}.${infer C}` ? Routes[A][C & keyof Routes[A]] : never;

/** Calls by area and name. */
export const routes = Object.fromEntries(Object.entries(areas).map(([name, face]) => [name, face.routes])) as Routes;
