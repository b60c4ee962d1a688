/** Initial values of the context's area parts, used until the app provides them. */
import * as shapes from '../shapes.ts';
import type { AreaContext } from './types.ts';

// The shapes say each part of their own; together they are all of it.
export const emptyContext = Object.assign({}, ...Object.values(shapes).map(({ context }) => context)) as AreaContext;
