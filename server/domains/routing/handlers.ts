/** How numbers ring, over HTTP. */
import { hoursFault } from '#contract/hours.ts';
import type { routes } from '#contract/index.ts';
import { snake } from '#contract/wire.ts';
import { lintRouting } from '#machines/call/index.ts';
import { Refusal } from '../../http/errors.ts';
import type { Handlers, Seat } from '../../http/handlers.ts';
import { normalisePhone } from '../../phone.ts';
import { worksNumber } from '../numbers/scope.ts';
import { imagine, lintAll } from './simulate.ts';
import { allRoutings, keepRouting, type NumberRouting, readRouting, routingOf, withHours } from './store.ts';

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

  saveHours: async ({ body, seat, caller }) => {
    const before: { numberId: number; hours: NumberRouting['routing']['hours'] }[] = [];
    for (const [at, { numberId, hours }] of body.hours.entries()) {
      const fault = hoursFault(hours);
      if (fault) throw new Refusal('invalid', { field: `hours.${at}.hours.${snake(fault.field)}`, message: fault.message });
      const { routing } = await worked(seat, numberId);
      before.push({ numberId, hours: routing.hours });
      await keepRouting(withHours(routing, hours), caller.userId);
    }
    return { before };
  },

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
