/** Reads what arrived through the contract's schemas; what does not fit is refused with the field's path in the wire's spelling. */
import * as z from 'zod/mini';
import type { ErrorItem } from '#contract/core/errorBody.ts';
import { errorCatalogue } from '#contract/core/errors.ts';
import type { Schema } from '#contract/core/schema.ts';
import { requestFromWire, toCamelCase, toSnakeCase } from '#contract/core/wire.ts';
import { AppError, formatErrorTitle } from './errors.ts';
import { formatIssue } from './issueWords.ts';
import { createFinder, findOddities, hasNul, type Path } from './strict.ts';

z.config({ localeError: formatIssue });

type Spell = (name: string) => string;
const same: Spell = (name: string) => name;

/** Wrong fields told at once. */
const mostTold = 50;

/** Names that are told back. A key of anything else is not: it could be markup. */
const plainName = /^[\w.[\]-]{1,80}$/;

/** Returns the position of a fault, in the wire's spelling: `custom.country`, `ids.3`. */
export function formatFieldPath(path: readonly PropertyKey[], spell: (name: string) => string = toSnakeCase): string {
  return path.map((part) => (typeof part === 'number' ? String(part) : plainName.test(String(part)) ? spell(String(part)) : '?')).join('.');
}

const named = (field: string) => ({ title: formatErrorTitle('invalid', field), field });

function items(issues: readonly z.core.$ZodIssue[], spell: Spell): ErrorItem[] {
  return issues.slice(0, mostTold).map((issue) => ({
    code: issue.code,
    ...(issue.path.length === 0 ? { title: errorCatalogue.invalid.title } : named(formatFieldPath(issue.path, spell))),
    detail: issue.message,
  }));
}

const unread = (path: Path, spell: Spell, detail = 'This call has no such field', code = 'unknown_field'): ErrorItem => ({
  code,
  detail,
  ...named(formatFieldPath(path, spell)),
});

/** Fields read beside those of the schema: the company, where the call is a company's (access.ts compares it). */
interface Reading {
  readonly namesCompany: boolean;
}
const companyNames: readonly PropertyKey[] = ['company_id', 'companyId'];

/** A path in the app's names with the names as they were sent. */
function pathAsSent(path: Path, sent: unknown): Path {
  let at = sent;
  return path.map((part) => {
    if (typeof at !== 'object' || at === null) return part;
    const name = typeof part === 'string' ? (Object.keys(at).find((key) => key === part || toCamelCase(key) === part) ?? part) : part;
    at = Reflect.get(at, name);
    return name;
  });
}

/** Creates a reader of values of a schema; invalid values and unknown fields are refused together, each by its name: that of an unknown field as it was `sent`. */
function strict<T extends Schema>(schema: T, spell: Spell, { namesCompany }: Reading): (value: unknown, sent: unknown) => z.output<T> {
  const find = createFinder(schema);
  return (value, sent) => {
    const result = z.safeParse(schema, value);
    const found: Path[] = [];
    find?.(value, [], found);
    const unknown = found.filter(([first = '', ...rest]) => !(namesCompany && rest.length === 0 && companyNames.includes(first)));
    if (result.success && unknown.length === 0) return result.data;
    const wrong = result.success ? [] : items(result.error.issues, spell);
    throw new AppError('invalid', { items: [...wrong, ...unknown.slice(0, mostTold).map((path) => unread(pathAsSent(path, sent), same))] });
  };
}

const withNul = (path: Path, spell: Spell) => unread(path, spell, 'This text has a character that can’t be stored (NUL). Remove it.', 'broken_text');

type Shape = Readonly<Record<string, Schema>>;

/** A reader of parameters that refuses NUL in any whose schema leaves it in. */
function withoutNul(readIt: (value: unknown, sent: unknown) => Record<string, unknown>): typeof readIt {
  return (value, sent) => {
    const read = readIt(value, sent);
    const nul = Object.keys(read).filter((name) => hasNul(read[name]));
    if (nul.length > 0) throw new AppError('invalid', { items: nul.map((name) => withNul([name], same)) });
    return read;
  };
}

/** Creates a reader of path parameters, whose names are as the contract spells them; others are refused. Create it once: a schema is slow to create and quick to use. */
export function createParamsParser(shape: Shape = {}): (value: unknown) => Record<string, unknown> {
  const readIt = withoutNul(strict(z.object(shape), same, { namesCompany: false }));
  return (value) => readIt(value, value);
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** Creates a reader of query parameters. One that may be left out and is blank is left out, as in a body (AMB-08): an empty `hour` is not midnight. */
export function createQueryParser(shape: Shape = {}, reading: Reading): (value: unknown) => Record<string, unknown> {
  const readIt = withoutNul(strict(z.object(shape), same, reading));
  const optional = new Set(Object.entries(shape).flatMap(([name, schema]) => (z.safeParse(schema, undefined).success ? [name] : [])));
  const isMeant = ([name, value]: readonly [string, unknown]) => !isBlank(value) || !optional.has(name);
  return (value) => {
    const given = Object.entries(typeof value === 'object' && value !== null ? value : {});
    return readIt(given.every(isMeant) ? value : Object.fromEntries(given.filter(isMeant)), value);
  };
}

/** A body in the app's names. Refuses what is nested beyond reason, and names that would be dropped: the same in both spellings, or `__proto__`. */
export function readNames(body: unknown): unknown {
  const { isTooDeep, paths, broken, nul } = findOddities(body);
  if (isTooDeep) throw new AppError('malformed', { message: 'The body is nested too deeply' });
  if (paths.length > 0)
    throw new AppError('invalid', {
      items: paths.slice(0, mostTold).map((path) => unread(path, toSnakeCase, 'Send each name in one spelling, and no reserved name')),
    });
  if (broken.length + nul.length > 0)
    throw new AppError('invalid', {
      items: [
        ...broken.map((path) => unread(path, toSnakeCase, 'This text has an incomplete character (a lone surrogate)', 'broken_text')),
        ...nul.map((path) => withNul(path, toSnakeCase)),
      ].slice(0, mostTold),
    });
  // The parser of forms makes objects of a class of its own.
  return requestFromWire(typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : (body ?? {}));
}

/** Creates a reader of a body that is in the app's names already, beside it as it was sent; fields the call does not name are refused, all of them where it takes no body. Create it once. */
export function createBodyParser(body: Schema | undefined, reading: Reading): (value: unknown, sent: unknown) => unknown {
  const readIt = strict(body ?? z.object({}), toSnakeCase, reading);
  return (value, sent) => (body === undefined ? void readIt(value, sent) : readIt(value, sent));
}

/** Refuses files under names the call does not read. */
export function checkFiles(files: readonly { readonly field: string }[], known: readonly string[] = []): void {
  const unknown = files.filter(({ field }) => !known.includes(field));
  if (unknown.length > 0) throw new AppError('invalid', { items: unknown.map(({ field }) => unread([field], same)) });
}
