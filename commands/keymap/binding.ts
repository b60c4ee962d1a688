/** Binding: a key for a command, where a scope is in focus. */
import type { ArgText } from '../core/outcome.ts';
import type { Scope } from '../core/types.ts';
import type { Condition } from './conditions.ts';

/**
 * A key for a command. It works where `scope` is in focus and `when` holds; in text entry only if it says so, and beneath an open palette or
 * dialog only with `anywhere`.
 */
export interface Binding {
  readonly keys: string;
  readonly command: string;
  readonly scope: Scope;
  readonly when?: Condition;
  readonly in?: 'text' | 'anywhere';
  readonly args?: ArgText;
}

/** Bindings of one scope, key by key. */
export const createBindings = (scope: Scope, keys: Readonly<Record<string, string>>): Binding[] =>
  Object.entries(keys).map(([key, command]) => ({ keys: key, command, scope }));
