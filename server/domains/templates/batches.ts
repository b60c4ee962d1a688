/** Putting a template on numbers, and taking it back: each number gets what it had, unless somebody changed it since. */
import * as z from 'zod/mini';
import { Routing } from '#contract/routing/entities.ts';
import type { BatchHandler } from '../../batches/batchHandler.ts';
import { saveRoutings } from '../routing/repository.ts';
import { classifyNumbers } from './applyTemplate.ts';

/** The routing as it was looked at: what the template becomes later does not matter to the batch. */
const { numberId: _, ...held } = Routing.shape;
const Params = z.object(held);
/** Routing a number had, and the version it got. */
const Was = z.object({ routing: Routing, version: z.number() });

/** Handler of the batch over numbers. */
export const templateWorks: Readonly<Record<'numbers.template', BatchHandler>> = {
  'numbers.template': {
    run: async (ids, cause, params) => {
      const template = z.parse(Params, params);
      const changing = (await classifyNumbers(ids, template)).flatMap((each) => ('skipped' in each ? [] : [each]));
      const versions = await saveRoutings(
        changing.map(({ after }) => after),
        cause,
      );
      return new Map(
        changing.flatMap(({ entry: { routing } }) => {
          const version = versions.get(routing.numberId);
          return version === undefined ? [] : [[routing.numberId, { routing, version }] as const];
        }),
      );
    },
    undo: async (rows, cause) => {
      const was = [...rows.values()].flatMap((before) => {
        const read = Was.safeParse(before);
        return read.success ? [{ ...read.data.routing, version: read.data.version }] : [];
      });
      const versions = await saveRoutings(was, cause);
      return new Map([...rows].filter(([id]) => versions.has(id)));
    },
  },
};
