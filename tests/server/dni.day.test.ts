/** A day of a website, replayed: visitors come, look at pages, leave, and some of them call the number they saw. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attributeCall } from '#server/domains/dni/attribution.ts';
import { type DniStage, minuteMs, startDniStage } from './dni.stage.ts';

let s: DniStage;
beforeAll(async () => {
  s = await startDniStage();
});
afterAll(() => s.outside.close());

/** Numbers from 0 to 1, always the same. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Visitors of the day: 42 an hour, as 1,000 in a day are. */
const visitors = Number(process.env.DNI_VISITORS ?? 150);
const perHour = 1_000 / 24;
const numbers = 8;

interface Event {
  readonly at: number;
  readonly visitor: number;
  readonly what: 'begin' | 'beat' | 'call';
}

/** Comings by Poisson; two to six minutes on the site with a beat a minute; eight in ten call, most of them while they look, others some minutes later. */
function createDay(random: () => number, from: number): Event[] {
  const events: Event[] = [];
  const exponential = (mean: number) => -Math.log(1 - random()) * mean;
  let at = from;
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    at += exponential(60 / perHour) * minuteMs;
    const stay = (1 + exponential(3)) * minuteMs;
    events.push({ at, visitor, what: 'begin' });
    for (let beat = minuteMs; beat < stay; beat += minuteMs) events.push({ at: at + beat, visitor, what: 'beat' });
    if (random() < 0.8) events.push({ at: at + (random() < 0.75 ? random() * stay : stay + exponential(4) * minuteMs), visitor, what: 'call' });
  }
  return events.sort((one, other) => one.at - other.at);
}

test('calls of a replayed day are of the visitors who made them, 99 in 100; numbers given at random are not', async () => {
  await s.begin();
  const { pool, lines } = await s.createPool(numbers);
  const random = createRandom(7);
  const day = createDay(random, Date.now() - 36 * 60 * minuteMs);
  const sessions = new Map<number, { readonly key: string | null; readonly number: string | null }>();
  // The peer: any of the numbers for any visitor, and a call is of who was shown its number last.
  const atRandom = { shown: new Map<number, number>(), last: new Map<number, number>(), right: 0 };
  const counts = { calls: 0, right: 0 };
  for (const { at, visitor, what } of day) {
    const when = new Date(at);
    const own = sessions.get(visitor);
    const address = `198.51.${visitor % 250}.${1 + Math.floor(visitor / 250)}`;
    if (what === 'begin') {
      const { session, number } = await s.visit({ address }, when);
      sessions.set(visitor, { key: session, number });
      const shown = Math.floor(random() * numbers);
      atRandom.shown.set(visitor, shown);
      atRandom.last.set(shown, visitor);
      continue;
    }
    if (what === 'beat') {
      await s.seen(own?.key ?? null, when, undefined, false, address);
      continue;
    }
    // Who found no number free calls the site's own, which says nothing of a visitor.
    const line = lines.find(({ number }) => number === own?.number);
    if (line === undefined) continue;
    counts.calls += 1;
    if (atRandom.last.get(atRandom.shown.get(visitor) ?? -1) === visitor) atRandom.right += 1;
    const { id } = await s.outside.server.owner
      .insertInto('calls')
      .values({
        company_id: s.company.id,
        number_id: line.id,
        recipient: `+1310${String(5_550_000 + visitor)}`,
        is_inbound: true,
        result: 'missed',
        started_at: when,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await s.within(() => attributeCall(id, line.id, when));
    const found = await s.outside.server.owner
      .selectFrom('calls')
      .leftJoin('dni_sessions', 'dni_sessions.id', 'calls.dni_session_id')
      .select(['dni_sessions.key', 'calls.dni_pool_id'])
      .where('calls.id', '=', id)
      .executeTakeFirstOrThrow();
    expect(found.dni_pool_id).toBe(pool.id);
    if (found.key === own?.key) counts.right += 1;
  }
  expect(counts.calls).toBeGreaterThan(visitors / 10);
  expect(counts.right / counts.calls).toBeGreaterThanOrEqual(0.99);
  expect(atRandom.right / counts.calls).toBeLessThan(0.9);
}, 120_000);
