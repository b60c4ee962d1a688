/** JSON a client keeps with us: bounded in size and depth (SAFETY.md). */
import { limits } from '#contract/core/limits.ts';
import { AppError } from '../../http/errors.ts';

/** Returns the depth of nested lists and objects: 0 for a plain value. */
export function computeDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const entry of Object.values(value)) deepest = Math.max(deepest, computeDepth(entry));
  return 1 + deepest;
}

/** The value as JSON text. Refuses one that is too large or too deep. */
export function formatBoundedJson(value: unknown, field: string): string {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > limits.jsonBytes) throw new AppError('invalid', { field, message: `At most ${limits.jsonBytes / 1_024} KB` });
  if (computeDepth(value) > limits.jsonDepth) throw new AppError('invalid', { field, message: `At most ${limits.jsonDepth} levels deep` });
  return text;
}
