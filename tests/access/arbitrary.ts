/** Zod → fast-check: values a schema accepts, and values made to upset whoever reads them. */
import fc from 'fast-check';
import type * as z from 'zod/mini';
import type { Schema } from '#contract/core/schema.ts';

/** Markup that no answer may carry back. */
export const markup = '<script>fuzzed()</script>';

/** Inputs that upset readers: types mixed up, numbers at the edge, texts with an effect after they are stored. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    markup,
    `"><img src=x onerror=${markup}`,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e\u200b',
    "' or 1=1 --",
    '%00',
    '../../../../etc/passwd',
    '{{7*7}}#{7*7}',
    '=cmd|calc',
    'a'.repeat(1_001),
    `${'a'.repeat(30_000)}!`,
    '+'.repeat(60),
    '９９９',
    '1e3',
    '0x10',
    'NaN',
    'null',
    '__proto__',
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    -1e308,
    2 ** 53,
    2 ** 63,
    2_147_483_648,
    [],
    {},
    [[[]]],
    [null],
    { length: 1e9 },
    { toString: 'x', valueOf: 'y' },
    { $ne: null },
  ),
  fc.array(fc.constant('x'), { minLength: 1_001, maxLength: 1_001 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
);

type Def = z.core.$ZodTypeDef & Readonly<Record<string, unknown>>;
const defOf = (schema: Schema): Def => schema._zod.def as z.core.$ZodTypeDef & Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;
const schemaAt = (def: Def, key: string): Schema => {
  const value = def[key];
  if (!isSchema(value)) throw new Error(`A schema of the kind ${def.type} without ${key}`);
  return value;
};
const schemasAt = (def: Def, key: string): Schema[] => (Array.isArray(def[key]) ? def[key].filter(isSchema) : []);

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly pattern: RegExp | undefined;
  readonly format: string | undefined;
}

/** Reads the bounds of length, size and pattern from the checks of a schema. */
function boundsOf(schema: Schema): Bounds {
  const { bag } = schema._zod;
  const numberAt = (key: string) => (typeof bag[key] === 'number' ? bag[key] : undefined);
  const patterns = bag.patterns instanceof Set ? [...bag.patterns].filter((entry) => entry instanceof RegExp) : [];
  return {
    min: numberAt('minimum') ?? 0,
    max: numberAt('maximum') ?? 60,
    pattern: patterns[0],
    format: typeof bag.format === 'string' ? bag.format : undefined,
  };
}

const phones = fc.constantFrom('+12125550123', '(212) 555-0123', '+442071838750', '+19005550123', '+18765550123', '911', '+999', '５５５');
const texts = (max: number) => fc.oneof(fc.string({ maxLength: Math.min(max, 80) }), fc.constantFrom('Ana', markup, 'Zoë’s', '😀'.repeat(5)), phones);

function stringOf(schema: Schema): fc.Arbitrary<unknown> {
  const { min, max, pattern, format } = boundsOf(schema);
  if (format === 'email') return fc.oneof(fc.emailAddress(), fc.constant(`ana+${'x'.repeat(30)}@example.com`));
  if (format === 'datetime')
    return fc.date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') }).map((date) => date.toISOString());
  if (pattern) return fc.stringMatching(new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')), { maxLength: 80 });
  return texts(max).map((text) => (text.length < min ? text.padEnd(min, 'x') : text));
}

function numberOf(schema: Schema): fc.Arbitrary<unknown> {
  const { bag } = schema._zod;
  const low = typeof bag.minimum === 'number' ? bag.minimum : -3;
  const high = typeof bag.maximum === 'number' ? bag.maximum : 1_000_000;
  return fc.oneof(fc.integer({ min: Math.max(-1e15, Math.ceil(low)), max: Math.min(1e15, Math.floor(high)) }), fc.constantFrom(1, 2, 3));
}

/** Values that fit, before any hostility. */
function fitting(schema: Schema, nested: (schema: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return stringOf(schema);
    case 'number':
    case 'int':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'literal':
      return fc.constantFrom(...(Array.isArray(def.values) ? def.values : []));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'array':
      return fc.array(nested(schemaAt(def, 'element')), { minLength: boundsOf(schema).min, maxLength: 4 });
    case 'object':
      return shapeOf(def.shape ?? {}, nested);
    case 'record':
      return fc.dictionary(fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom(markup, 'inbox.archive')), nested(schemaAt(def, 'valueType')), {
        maxKeys: 3,
      });
    case 'union':
      return fc.oneof(...schemasAt(def, 'options').map(nested));
    case 'optional':
    case 'default':
      return fc.option(nested(schemaAt(def, 'innerType')), { nil: undefined, freq: 3 });
    case 'nullable':
      return fc.option(nested(schemaAt(def, 'innerType')), { nil: null });
    case 'pipe':
      return nested(schemaAt(def, 'in'));
    case 'lazy':
      return fc.jsonValue({ maxDepth: 3 });
    case 'transform':
    case 'any':
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`No values are made for a schema of the kind ${def.type}`);
  }
}

function shapeOf(shape: object, nested: (schema: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(Object.entries(shape).map(([name, schema]: [string, Schema]) => [name, nested(schema)])));
}

/** Values of a schema: one part in `oneIn` is replaced by something hostile. Known rows (`ids`) are asked for as often as unknown ones. */
export function valuesOf(schema: Schema, oneIn: number): fc.Arbitrary<unknown> {
  const nested = (part: Schema): fc.Arbitrary<unknown> => {
    const fit = fitting(part, nested);
    return fc.oneof({ arbitrary: fit, weight: oneIn - 1 }, { arbitrary: hostile, weight: 1 });
  };
  return fitting(schema, nested);
}

/** The same for parameters by name. */
export function parametersOf(shape: Readonly<Record<string, Schema>>, oneIn: number): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema, oneIn)])));
}
