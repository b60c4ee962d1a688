/** How numbers ring, over HTTP. */
import type { routes } from '#contract/index.ts';
import { lintRouting } from '#machines/call/index.ts';
import { Refusal } from '../../http/errors.ts';
import type { Handlers, Seat } from '../../http/handlers.ts';
import { normalisePhone } from '../../phone.ts';
import { createBatch } from '../batches/batches.ts';
import { chosenNumbers } from '../numbers/chosen.ts';
import { worksNumber } from '../numbers/scope.ts';
import { readWanted } from './hours.ts';
import { imagine, lintAll } from './simulate.ts';
import { allRoutings, keepRouting, type NumberRouting, readRouting, routingOf } from './store.ts';

async function worked(seat: Seat, numberId: number): Promise<NumberRouting> {
  const entry = worksNumber(seat, numberId) ? await routingOf(numberId) : null;
  if (!entry) throw new Refusal('not_found');
  return entry;
}

const phone = (typed: string, field: string): string => {
  const number = normalisePhone(typed);
  if (number === null) throw new Refusal('invalid', { field, message: `“${typed}” is not a phone number` });
  return number;
};

/** Refuses a forward that leads back to the number over numbers of the company: such a call would never end. */
async function refuseLoops(entry: NumberRouting): Promise<void> {
  const own = new Map((await allRoutings()).map(({ number, routing }) => [number, routing]));
  own.set(entry.number, entry.routing);
  const loop = lintRouting(entry.routing, { called: entry.number, refused: {}, own }).find(({ code }) => code === 'loop');
  if (loop) throw new Refusal('invalid', { field: 'routes', message: loop.message });
}

export const handlers: Handlers<typeof routes.routing> = {
  list: async ({ seat }) => {
    const data = (await allRoutings(seat)).map(({ routing }) => routing);
    return { data, meta: { total: data.length } };
  },

  get: async ({ params, seat }) => (await worked(seat, params.id)).routing,

  save: async ({ params, body, seat, caller }) => {
    const before = await worked(seat, params.id);
    const routing = await readRouting(before, body);
    await refuseLoops({ ...before, routing });
    return keepRouting(routing, caller.userId, body.version);
  },

  setHours: ({ body, seat, caller, services }) =>
    createBatch(services.jobs, {
      key: body.key,
      type: 'numbers.hours',
      createdBy: caller.userId,
      count: body.count,
      rows: chosenNumbers(body, seat),
      params: readWanted(body),
    }),

  simulate: async ({ body, seat }) => {
    const kept = await worked(seat, body.numberId);
    const routing = body.routing ? await readRouting(kept, body.routing) : kept.routing;
    return imagine(
      { ...kept, routing },
      {
        from: body.from === undefined ? null : phone(body.from, 'from'),
        at: body.at === undefined ? Date.now() : Date.parse(body.at),
        isNow: body.at === undefined,
        keys: body.keys ?? null,
        answers: Object.fromEntries(body.answers.map(({ number, seconds }, at) => [phone(number, `answers.${at}.number`), seconds])),
      },
    );
  },

  lints: async ({ seat }) => lintAll(await allRoutings(seat)),
};
