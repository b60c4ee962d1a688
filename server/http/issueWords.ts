/** Words for what a schema refuses, where the schema has none of its own: a person reads them beside the field. */
import type * as z from 'zod/mini';
import { toSnakeCase } from '#contract/core/wire.ts';

type Issue = z.core.$ZodRawIssue;

const wanted: Readonly<Record<string, string>> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Enter true or false',
  array: 'Send a list',
  object: 'Send an object',
  record: 'Send an object',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Enter an email address',
  url: 'Enter a web address like https://example.com',
  datetime: 'Enter a time like 2026-03-05T10:00:00Z',
  date: 'Enter a date like 2026-03-05',
};

/** Names of fields that a request lists: their values are spelled as on the wire. */
const nameLists = new Set<PropertyKey>(['clear', 'columns']);

const count = (size: number | bigint, origin: string) => (origin === 'string' ? `${size} characters` : origin === 'number' ? `${size}` : `${size} in the list`);

function formatChoices({ values, path = [] }: { readonly values: readonly unknown[]; readonly path?: readonly PropertyKey[] | undefined }): string {
  const [first = ''] = path;
  const shown = values.map((value) => (typeof value === 'string' && nameLists.has(first) ? toSnakeCase(value) : String(value)));
  return shown.length === 1 ? `Enter ${shown[0]}` : `One of: ${shown.join(', ')}`;
}

/** Of several kinds of values the words of the first; of a flag, however it may be spelled, that it is one. */
function formatUnion(errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const inner = errors.flat();
  if (inner.some((issue) => issue.code === 'invalid_type' && issue.expected === 'boolean')) return wanted.boolean ?? '';
  const literals = inner.flatMap((issue) => (issue.code === 'invalid_value' ? issue.values : []));
  if (literals.length === inner.length && literals.length > 0) return formatChoices({ values: literals });
  return inner[0]?.message ?? 'This value isn’t valid';
}

/** Says in words what is wrong with a value. */
export function formatIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code === 'invalid_type') return 'Required';
  switch (issue.code) {
    case 'invalid_type':
      return wanted[issue.expected] ?? 'This value isn’t valid';
    case 'too_big':
      return issue.inclusive === false ? `Less than ${count(issue.maximum, issue.origin)}` : `At most ${count(issue.maximum, issue.origin)}`;
    case 'too_small':
      if (issue.origin !== 'number' && issue.minimum === 1) return 'Required';
      return issue.inclusive === false ? `More than ${count(issue.minimum, issue.origin)}` : `At least ${count(issue.minimum, issue.origin)}`;
    case 'not_multiple_of':
      return issue.divisor === 1 ? 'Enter a whole number' : `Enter a multiple of ${issue.divisor}`;
    case 'invalid_value':
      return formatChoices(issue);
    case 'invalid_format':
      return formats[issue.format] ?? 'This format isn’t valid';
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? formatChoices({ values: issue.options }) : formatUnion(issue.errors);
    default:
      return 'This value isn’t valid';
  }
}
