import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Schema } from '#contract/core/schema.ts';
import { listNamedRoutes } from '#server/http/namedRoutes.ts';
import { createSerializer, serializeSlow } from '#server/http/responseSerializer.ts';
import { valuesOf } from '../access/arbitrary.ts';

const replies = listNamedRoutes().flatMap(({ name, route }) => (route.reply ? [{ name, schema: route.reply }] : []));

/** Returns the written text, as JSON reads it, or the fact that it was refused. */
function outcome(write: () => string): unknown {
  try {
    return { written: JSON.parse(write()) };
  } catch {
    return 'refused';
  }
}

const agrees = (schema: Schema, values: fc.Arbitrary<unknown>, numRuns: number) => {
  const write = createSerializer(schema);
  fc.assert(
    fc.property(values, (value) => void expect(outcome(() => write(value).toString())).toEqual(outcome(() => serializeSlow(schema, value)))),
    { numRuns },
  );
};

const fits = (schema: Schema) => (value: unknown) => z.safeParse(schema, value).success;
/** Some replies have parts that only a rule of ours makes (a zone's name, an hour of opening): chance does not find one. */
const isFound = ({ schema }: (typeof replies)[number]) => fc.sample(valuesOf(schema, Number.MAX_SAFE_INTEGER), { numRuns: 200, seed: 1 }).some(fits(schema));

describe('a reply', () => {
  test.each(replies.filter(isFound))('of $name is written as its schema says, whatever fits it', ({ schema }) => {
    const fitting = valuesOf(schema, Number.MAX_SAFE_INTEGER).filter(fits(schema));
    agrees(schema, fitting, 40);
  });

  test.each(replies)('of $name is refused when the plain way refuses it', ({ schema }) => {
    agrees(schema, valuesOf(schema, 6), 60);
  });

  test('says where it does not fit its schema', () => {
    const write = createSerializer(z.object({ id: z.number(), rows: z.array(z.object({ name: z.string() })) }));
    expect(() => write({ id: 1, rows: [{ name: 'Ana' }, { name: 7 }] })).toThrow('The reply does not fit its schema: rows.1.name');
  });

  test('carries every letter there is', () => {
    const write = createSerializer(z.object({ text: z.string() }));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => void expect(write({ text }).toString()).toBe(JSON.stringify({ text }))),
      { numRuns: 2_000 },
    );
  });

  test('tells nothing that its schema does not name', () => {
    const write = createSerializer(z.object({ id: z.number(), user: z.object({ firstName: z.string() }) }));
    expect(write({ id: 1, secret: 'x', user: { firstName: 'Ana', passwordHash: 'y' } }).toString()).toBe('{"id":1,"user":{"first_name":"Ana"}}');
  });

  test('stays as it is while others are written after it, short or long', () => {
    const write = createSerializer(z.object({ rows: z.array(z.object({ name: z.string() })) }));
    const pages = Array.from({ length: 400 }, (_, at) => ({
      rows: Array.from({ length: (at * 37) % 900 }, (_each, row) => ({ name: `${at} is at ${row} é` })),
    }));
    pages.push({ rows: Array.from({ length: 60_000 }, (_, row) => ({ name: `row ${row}` })) }, { rows: [{ name: 'last' }] });
    const written = pages.map((page) => write(page));
    expect(written.map(String)).toEqual(pages.map((page) => JSON.stringify(page)));
  });
});
