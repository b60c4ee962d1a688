/** The hours of many numbers as a batch: as they are, or by words that each number reads against its own. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { toSnakeCase } from '#contract/core/wire.ts';
import { createHours, findHoursFault, syncPreset } from '#contract/text/hours.ts';
import { BusinessHours } from '#contract/text/hoursSchema.ts';
import { parseHours } from '#contract/text/hoursText.ts';
import type { BatchHandler } from '../../batches/batchHandler.ts';
import { AppError } from '../../http/errors.ts';
import { applyHours, listRoutings, saveRoutings } from './repository.ts';

/** Hours for the numbers: as they are, or in words. */
const Wanted = z.union([z.object({ hours: BusinessHours }), z.object({ words: z.string() })]);
type Wanted = z.output<typeof Wanted>;
/** Hours a number had, and the version it got. */
const Was = z.object({ hours: BusinessHours, version: z.number() });

const hoursFrom = (wanted: Wanted, before: BusinessHours): BusinessHours => {
  if ('hours' in wanted) return wanted.hours;
  const read = parseHours(wanted.words, before);
  // Read once when the batch was made: words do not depend on whose hours they change.
  if (!read.ok) throw new Error('Hours that cannot be read were let in');
  return read.value;
};

/** Reads the requested hours, given in one of two ways. Refuses neither, both, words that cannot be read and hours that cannot be, at their field. */
export function parseWantedHours({ hours, words }: { readonly hours?: BusinessHours | undefined; readonly words?: string | undefined }): Wanted {
  if (words !== undefined && hours === undefined) {
    const read = parseHours(words, createHours('UTC'));
    if (!read.ok) throw new AppError('invalid', { field: 'words', message: read.faults[0]?.message ?? 'Invalid hours' });
    return { words };
  }
  if (hours === undefined || words !== undefined) throw new AppError('invalid', { field: 'hours', message: 'Send either hours or words' });
  const fault = findHoursFault(hours);
  if (fault) throw new AppError('invalid', { field: `hours.${toSnakeCase(fault.field)}`, message: fault.message });
  return { hours: syncPreset(hours) };
}

/** Handler of the batch over numbers; its undo restores the former hours of a number unless its routing was changed since. */
export const hoursWorks: Readonly<Record<'numbers.hours', BatchHandler>> = {
  'numbers.hours': {
    run: async (ids, cause, params) => {
      const wanted = z.parse(Wanted, params);
      const changing = (await listRoutings({ numberIds: ids })).flatMap(({ routing, status }) => {
        const hours = hoursFrom(wanted, routing.hours);
        return status === 2 || isDeepStrictEqual(hours, routing.hours) ? [] : [{ was: routing.hours, after: applyHours(routing, hours) }];
      });
      const versions = await saveRoutings(
        changing.map(({ after }) => after),
        cause,
      );
      return new Map(
        changing.flatMap(({ was, after: { numberId } }) => {
          const version = versions.get(numberId);
          return version === undefined ? [] : [[numberId, { hours: was, version }] as const];
        }),
      );
    },
    undo: async (rows, cause) => {
      const back = (await listRoutings({ numberIds: [...rows.keys()] })).flatMap(({ routing }) => {
        const was = Was.safeParse(rows.get(routing.numberId));
        return was.success && was.data.version === routing.version ? [applyHours(routing, was.data.hours)] : [];
      });
      const versions = await saveRoutings(back, cause);
      return new Map([...rows].filter(([id]) => versions.has(id)));
    },
  },
};
