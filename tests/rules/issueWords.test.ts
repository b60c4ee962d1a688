/** Tests that what a schema refuses is said in words a person can act on. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Schema } from '#contract/core/schema.ts';
import { formatIssue } from '#server/http/issueWords.ts';

const flag = z.union([z.literal(0), z.literal(1), z.boolean()]);
const cases: readonly (readonly [string, Schema, unknown, string])[] = [
  ['nothing', z.string(), undefined, 'Required'],
  ['an empty text', z.string().check(z.minLength(1)), '', 'Required'],
  ['a number for text', z.string(), 5, 'Enter text'],
  ['words for a number', z.coerce.number(), 'abc', 'Enter a number'],
  ['a part of a whole', z.int(), 1.5, 'Enter a whole number'],
  ['a part of a whole', z.number().check(z.multipleOf(1)), 1.5, 'Enter a whole number'],
  ['odd cents', z.number().check(z.multipleOf(5)), 7, 'Enter a multiple of 5'],
  ['a word for a switch', z.boolean(), 'x', 'Enter true or false'],
  ['a word for a switch in any spelling', flag, 'x', 'Enter true or false'],
  ['text for a list', z.array(z.string()), 'long text', 'Send a list'],
  ['text for an object', z.object({}), 'x', 'Send an object'],
  ['a long text', z.string().check(z.maxLength(5)), 'abcdefg', 'At most 5 characters'],
  ['a short text', z.string().check(z.minLength(3)), 'ab', 'At least 3 characters'],
  ['a long list', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'At most 1 in the list'],
  ['an empty list', z.array(z.string()).check(z.minLength(1)), [], 'Required'],
  ['a small number', z.number().check(z.gte(1)), 0, 'At least 1'],
  ['a large number', z.number().check(z.lte(9)), 10, 'At most 9'],
  ['a number at its bound', z.number().check(z.gt(1)), 1, 'More than 1'],
  ['another choice', z.enum(['a', 'b']), 'c', 'One of: a, b'],
  ['another value than the one', z.literal('x'), 'y', 'Enter x'],
  ['a name of a field', z.object({ clear: z.array(z.enum(['companyName', 'city'])) }), { clear: ['x'] }, 'One of: company_name, city'],
  ['no address', z.email(), 'x', 'Enter an email address'],
  ['no web address', z.url(), 'x', 'Enter a web address like https://example.com'],
  ['no time', z.iso.datetime(), 'x', 'Enter a time like 2026-03-05T10:00:00Z'],
  ['no date', z.iso.date(), 'x', 'Enter a date like 2026-03-05'],
  ['another pattern', z.string().check(z.regex(/^x$/)), 'y', 'This format isn’t valid'],
  ['no kind of several', z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]), { k: 'c' }, 'One of: a, b'],
];

test.each(cases)('%s', (_, schema, value, words) => {
  const read = z.safeParse(schema, value, { error: formatIssue });
  expect(read.error?.issues.map(({ message }) => message)).toEqual([words]);
});
