/** The fields of a body, each alone by its path, as a schema has them. */
import type { Schema } from '#contract/core/schema.ts';

interface Def {
  readonly type: string;
  readonly [part: string]: unknown;
}
export const defOf = (schema: Schema): Def => schema._zod.def as Def & Schema['_zod']['def'];

/** A field that takes one value: `routes.0.timeout`. A list of plain values is one field. */
export interface Leaf {
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
  readonly isList: boolean;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;
const inner = (def: Def): Schema | undefined => ['innerType', 'in'].map((part) => def[part]).find(isSchema);
const isDeep = (schema: Schema): boolean => ['object', 'array'].includes(bare(schema, false)._zod.def.type);

/** Unwraps defaults, options and pipes; of a union takes its list or object, if it has one. */
function bare(schema: Schema, intoUnions = true): Schema {
  const def = defOf(schema);
  if (def.type === 'union' && intoUnions) {
    const options = Array.isArray(def.options) ? def.options.filter(isSchema) : [];
    return options.find(isDeep) ?? schema;
  }
  const next = inner(def);
  return next ? bare(next, intoUnions) : schema;
}

/** All fields of a body that take a value. */
export function leavesOf(schema: Schema, path: Leaf['path'] = []): Leaf[] {
  const under = bare(schema);
  const def = defOf(under);
  if (def.type === 'object' && typeof def.shape === 'object' && def.shape !== null)
    return Object.entries(def.shape).flatMap(([name, field]) => (isSchema(field) ? leavesOf(field, [...path, name]) : []));
  if (def.type === 'array' && isSchema(def.element))
    return isDeep(bare(def.element)) ? leavesOf(def.element, [...path, 0]) : [{ path, schema: bare(def.element), isList: true }];
  return [{ path, schema: under, isList: false }];
}

/** `routes.0.timeout` → `routes.timeout`. */
export const nameOf = ({ path }: Leaf) => path.filter((part) => typeof part === 'string').join('.');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body with a value at a path; what is on the way stays. */
export function withValue(body: unknown, [head, ...rest]: Leaf['path'], value: unknown): unknown {
  if (head === undefined) return value;
  if (typeof head === 'number') return [withValue(Array.isArray(body) ? body[head] : undefined, rest, value)];
  const record = isRecord(body) ? body : {};
  return { ...record, [head]: withValue(record[head], rest, value) };
}

/** Everything that stands under a name, however deep. */
export function valuesAt(found: unknown, name: string): unknown[] {
  if (Array.isArray(found)) return found.flatMap((each) => valuesAt(each, name));
  if (!isRecord(found)) return [];
  return Object.entries(found).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesAt(value, name)]);
}

/** The words an enumeration has. */
export function optionsOf(schema: Schema): string[] {
  const { entries } = defOf(schema);
  return typeof entries === 'object' && entries !== null ? Object.values(entries).map(String) : [];
}
