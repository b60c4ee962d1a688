/** Finds what arrived and nothing reads: fields that a schema does not name, however deep. Nothing may answer 200 for what it did not do. */
import * as z from 'zod/mini';
import type { Schema } from '#contract/core/schema.ts';
import { isOpaque, toCamelCase } from '#contract/core/wire.ts';

export type Path = readonly PropertyKey[];
/** Adds the paths of unknown fields to `found`. */
type Finder = (value: unknown, path: Path, found: Path[]) => void;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Refused before a name is looked at: nobody calls a field so, and objects answer to them by themselves. */
const inherited = new Set(['__proto__', 'constructor', 'prototype']);

function ofObject(shape: Readonly<Record<string, Schema>>): Finder {
  const known = new Map(Object.entries(shape).map(([name, field]) => [name, createFinder(field)]));
  return (value, path, found) => {
    if (!isRecord(value)) return;
    for (const [name, entry] of Object.entries(value)) {
      const within = known.get(name);
      if (within === undefined) found.push([...path, name]);
      else within?.(entry, [...path, name], found);
    }
  };
}

function ofEach(within: Finder | null): Finder | null {
  if (!within) return null;
  return (value, path, found) => {
    if (Array.isArray(value)) for (const [at, entry] of value.entries()) within(entry, [...path, at], found);
    else if (isRecord(value)) for (const [name, entry] of Object.entries(value)) within(entry, [...path, name], found);
  };
}

/** The option that takes the value says what is unknown; where none does, the value is refused anyhow. */
function ofOptions(options: readonly Schema[]): Finder | null {
  const finders = options.map((option) => ({ option, within: createFinder(option) }));
  if (finders.every(({ within }) => within === null)) return null;
  return (value, path, found) => finders.find(({ option }) => z.safeParse(option, value).success)?.within?.(value, path, found);
}

/** Creates a finder of unknown fields of a schema; null where there can be none, as in text or in JSON that only the client reads. Create it once. */
export function createFinder(schema: Schema): Finder | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return def.catchall === undefined ? ofObject(def.shape) : null;
    case 'array':
      return ofEach(createFinder(def.element));
    case 'record':
      return ofEach(createFinder(def.valueType));
    case 'union':
      return ofOptions(def.options);
    case 'pipe':
      return createFinder(def.in);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return createFinder(def.innerType);
    default:
      return null;
  }
}

/** Deeper than anything the product sends, shallower than what exhausts the stack. */
const deepest = 32;

/** Finds faults of a body before its names are read. */
interface Oddities {
  isTooDeep: boolean;
  /** Names that stand twice in one place, once in each spelling, and names that objects have by themselves. */
  readonly paths: Path[];
  /** Texts with half of a character (a lone surrogate): they could only be stored as something else. */
  readonly broken: Path[];
  /** Texts with NUL, which the database can't store. */
  readonly nul: Path[];
}

/** True for text with NUL. */
export const hasNul = (text: unknown): boolean => typeof text === 'string' && text.includes('\u0000');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function look(value: object, path: Path, oddities: Oddities, isOurs: boolean): void {
  if (path.length >= deepest) {
    oddities.isTooDeep = true;
    return;
  }
  const spelt = new Set<string>();
  const isList = Array.isArray(value);
  for (const [name, entry] of Object.entries(value)) {
    if (isOurs && !isList) {
      const read = toCamelCase(name);
      if (inherited.has(name) || spelt.has(read)) oddities.paths.push([...path, name]);
      spelt.add(read);
    }
    const within = [...path, isList ? Number(name) : name];
    if (!name.isWellFormed() || (typeof entry === 'string' && !entry.isWellFormed())) oddities.broken.push(within);
    if (hasNul(name) || hasNul(entry)) oddities.nul.push(within);
    if (isObject(entry)) look(entry, within, oddities, isOurs && !isOpaque(name));
  }
}

/** Looks a body over as it arrived. JSON that only the client reads may hold any names, but not any depth. */
export function findOddities(body: unknown): Oddities {
  const oddities: Oddities = { isTooDeep: false, paths: [], broken: [], nul: [] };
  if (typeof body === 'object' && body !== null) look(body, [], oddities, true);
  return oddities;
}
