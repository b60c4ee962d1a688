/** Scopes of all areas: their priorities, and where their commands can be run. */
import * as shapes from '../shapes.ts';
import type { ScopeDescription } from './shape.ts';
import type { Scope } from './types.ts';

// The shapes say each scope of their own; together they are all scopes.
export const scopes = Object.assign({}, ...Object.values(shapes).map((shape) => shape.scopes)) as Readonly<Record<Scope, ScopeDescription>>;

/** Checks whether a string names a scope (`data-scope` in the page). */
export const isScope = (name: string): name is Scope => Object.hasOwn(scopes, name);
