/** Reads what arrived through the contract's schemas; what does not fit is refused with the field's path in the wire's spelling. */
import * as z from 'zod/mini';
import type { ErrorItem } from '#contract/errors.ts';
import { errorCatalogue } from '#contract/errors.ts';
import type { Schema } from '#contract/schema.ts';
import { fromWire, snake } from '#contract/wire.ts';
import { Refusal } from './errors.ts';

z.config(z.locales.en());

/** Deeper than anything the product sends, shallower than what exhausts the stack. */
const deepest = 32;

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((entry) => isDeeper(entry, left - 1));
}

const words = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_type' && issue.message.endsWith('received undefined') ? 'This is missing' : issue.message.replace(/^Invalid input: /, '');

/** Names as we give them. A key somebody made up is not told back: it could be markup. */
const ourName = /^[\w.-]{1,80}$/;

/** Where something is wrong, in the wire's spelling: `custom.country`, `ids.3`. */
export function fieldAt(path: readonly PropertyKey[], spell: (name: string) => string = snake): string {
  return path.map((part) => (typeof part === 'number' ? String(part) : ourName.test(String(part)) ? spell(String(part)) : '?')).join('.');
}

function items(issues: readonly z.core.$ZodIssue[], spell: (name: string) => string): ErrorItem[] {
  return issues.slice(0, 50).map((issue) => ({
    code: issue.code,
    title: errorCatalogue.invalid.title,
    detail: words(issue),
    ...(issue.path.length === 0 ? {} : { field: fieldAt(issue.path, spell) }),
  }));
}

function read<T extends Schema>(schema: T, value: unknown, spell: (name: string) => string): z.output<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  throw new Refusal('invalid', { items: items(result.error.issues, spell) });
}

const same = (name: string) => name;

/** What reads path or query parameters, whose names are as the contract spells them. Unknown ones are dropped. Make it once: a schema is slow to make and quick to use. */
export function readerOf(shape: Readonly<Record<string, Schema>> | undefined): (value: unknown) => Record<string, unknown> {
  if (shape === undefined) return () => ({});
  const schema = z.object(shape);
  return (value) => read(schema, value, same);
}

/** A body in the app's names. Refuses what is nested beyond reason. */
export function readNames(body: unknown): unknown {
  if (isDeeper(body, deepest)) throw new Refusal('malformed', { message: 'This is nested too deeply' });
  return fromWire(body ?? {});
}

/** Reads a body that is in the app's names already. Unknown fields are dropped. */
export function readBody(schema: Schema | undefined, body: unknown): unknown {
  return schema === undefined ? undefined : read(schema, body, snake);
}
