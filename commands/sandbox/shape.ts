/** The sandbox: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { SandboxTypes } from './types.ts';

export const sandbox: AreaShape<SandboxTypes> = {
  rows: {},
  scopes: {},
  context: {},
};
