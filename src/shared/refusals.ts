/** Words of a refusal, each at the field it is about. */
import { toCamelCase } from '#contract/core/wire.ts';
import type { FlowError } from '#machines/errors.ts';

/** Name of a field as the form has it: of `events.0` or `api_secret` the first part, in camel case. */
const toFormName = (field: string): string => toCamelCase(field.split('.')[0] ?? '');

/** Splits a refusal: `of` a field of the form, and the `rest`, which is about none of `fields` and stands below the form. */
export function splitRefusal<N extends string>(error: FlowError | null, fields: readonly N[]) {
  const found = new Map((error?.errors ?? []).toReversed().flatMap(({ field, detail }) => (field === undefined ? [] : [[toFormName(field), detail] as const])));
  return {
    of: (name: N): string | undefined => found.get(name),
    rest: fields.some((name) => found.has(name)) ? undefined : error?.message,
  };
}
