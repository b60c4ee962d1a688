/** Values of tests that are never the same twice. */
import { randomBytes } from 'node:crypto';

let outsiders = 0;
/** A number of somebody outside, never the same twice. */
export function outsider(): string {
  outsiders += 1;
  return `+1415${String(2_000_000 + outsiders)}`;
}

export const randomKey = (prefix = 'key') => `${prefix}-${randomBytes(9).toString('hex')}`;
