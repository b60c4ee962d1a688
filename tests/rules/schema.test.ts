import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  Count,
  createEnumListSchema,
  createPageSizeSchema,
  createTextSchema,
  E164,
  Email,
  Flag,
  Id,
  IdList,
  Instant,
  Key,
  Page,
  type Schema,
  TimeZone,
} from '#contract/core/schema.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';

const read = (schema: Schema, value: unknown): unknown => {
  const result = z.safeParse(schema, value);
  return result.success ? result.data : 'refused';
};
const refusedAll = (schema: Schema, values: readonly unknown[]) =>
  expect(values.map((value) => [value, read(schema, value)])).toEqual(values.map((value) => [value, 'refused']));

/** Patterns in a schema that say nothing in words when they don't fit. */
function wordless(schema: Schema, path: string, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const silent = (def.checks ?? []).some(
    ({ _zod: { def: check } }) => check.check === 'string_format' && Reflect.get(check, 'format') === 'regex' && !check.error,
  );
  const within = Object.entries(def).flatMap(([key, value]): string[] => {
    const children: unknown[] = key === 'shape' ? Object.values(def.type === 'object' ? def.shape : {}) : [value].flat();
    return children.flatMap((child) => (child instanceof z.core.$ZodType ? wordless(child, `${path}.${key}`, seen) : []));
  });
  return [...(silent ? [path] : []), ...within];
}

test('a pattern of the contract says in words what it wants', () => {
  expect(wordless(z.object({ a: z.optional(z.string().check(z.regex(/^a/))) }), 'one')).toHaveLength(1);
  const all = listNamedRoutes().flatMap(({ name, route: { params, query, body } }) =>
    wordless(z.object({ params: z.object(params ?? {}), query: z.object(query ?? {}), body: body ?? z.object({}) }), name),
  );
  expect(all).toEqual([]);
});

describe('an id', () => {
  test('is a positive whole number, as a number or as digits', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => read(Id, id) === id && read(Id, String(id)) === id));
  });

  test('is nothing else', () => {
    refusedAll(Id, [0, -1, 1.5, '01', '1.0', '1e3', ' 1', '', 'x', '9999999999999999', Number.NaN, Number.POSITIVE_INFINITY, null, undefined, [1], {}, true]);
    fc.assert(fc.property(fc.string(), (typed) => /^[1-9]\d{0,15}$/.test(typed) || read(Id, typed) === 'refused'));
  });

  test('stands in lists with commas, repeated, or none', () => {
    expect([read(IdList, '1,2,3'), read(IdList, ['4', 5]), read(IdList, ''), read(IdList, ' 7 , ,8')]).toEqual([[1, 2, 3], [4, 5], [], [7, 8]]);
    refusedAll(IdList, ['1,x', ['0'], '1;2', 5, '1,'.repeat(11_000)]);
    refusedAll(IdList, [Array.from({ length: 1_001 }, (_, at) => at + 1)]);
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { maxLength: 50 }), (ids) => void expect(read(IdList, ids.join(','))).toEqual(ids)));
  });
});

describe('values', () => {
  test('flags are read from true, 1, "1" and "true", and their opposites', () => {
    for (const yes of [true, 1, '1', 'true']) expect(read(Flag, yes)).toBe(true);
    for (const no of [false, 0, '0', 'false']) expect(read(Flag, no)).toBe(false);
    refusedAll(Flag, [2, 'yes', '', null, undefined, []]);
  });

  test('counts are whole and not below zero', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10_000_000 }), (count) => read(Count, count) === count));
    refusedAll(Count, [0.5, -1, 1e15, Number.NaN, '3', null]);
  });

  test('pages begin at 1 and have a largest size', () => {
    const size = createPageSizeSchema(50, 200);
    expect([read(Page, undefined), read(Page, '3'), read(size, undefined), read(size, '200')]).toEqual([1, 3, 50, 200]);
    refusedAll(Page, ['0', '-1', '1.5', 'x', '1000001']);
    refusedAll(size, ['0', '201', '1.5']);
  });

  test('kinds come as a list of known words', () => {
    const kinds = createEnumListSchema(['calls', 'messages']);
    expect([read(kinds, 'calls,messages'), read(kinds, ['calls']), read(kinds, '')]).toEqual([['calls', 'messages'], ['calls'], []]);
    refusedAll(kinds, ['calls,pigeons', 'CALLS', 5]);
  });

  test('texts are trimmed before they are measured', () => {
    expect([read(createTextSchema(3), ' abc '), read(createTextSchema(3), 'abcd'), read(createTextSchema(3), '   ')]).toEqual(['abc', 'refused', 'refused']);
  });

  test('keys, numbers, addresses and instants are as they are written', () => {
    refusedAll(Key, ['short', 'with space', 'a'.repeat(65), '']);
    refusedAll(E164, ['2125550123', '+0125550123', '+1 212-555-0123', '+123']);
    refusedAll(Email, ['ana', 'ana@', '@example.com', 'ana@example']);
    refusedAll(Instant, ['2026-03-05', '2026-03-05T12:00:00', 'now']);
    expect([
      read(Key, crypto.randomUUID()) === 'refused',
      read(E164, '+12125550123'),
      read(Email, ' Ana@Example.COM '),
      read(Instant, '2026-03-05T12:00:00Z'),
    ]).toEqual([false, '+12125550123', 'ana@example.com', '2026-03-05T12:00:00Z']);
  });

  test('time zones are names the platform knows, never offsets', () => {
    for (const zone of ['America/New_York', 'Europe/Berlin', 'UTC', 'America/Vancouver']) expect(read(TimeZone, zone)).toBe(zone);
    refusedAll(TimeZone, ['Mars/Olympus', '+05:30', '-08', '', "x'; drop table", 5]);
  });
});
