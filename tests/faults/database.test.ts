/** The line to the database breaks in every way: people are told in words, nothing is done twice, and the work goes on without a restart. */
import { describe, expect, test, vi } from 'vitest';
import { errorCatalogue } from '#contract/core/errors.ts';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { type Place, startPlace } from './places.ts';
import type { Fault } from './proxy.ts';

const delivered = findMagicNumber('Delivered');

async function at(work: (place: Place) => Promise<void>, config?: Parameters<typeof startPlace>[0]): Promise<void> {
  const place = await startPlace(config);
  try {
    await work(place);
  } finally {
    await place.close();
  }
}

/** Expects the message a user gets while the database is away. */
async function toldToWait({ agent }: Place): Promise<void> {
  const answer = await agent.exchange(routes.contacts.list);
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', message: errorCatalogue.unavailable.message } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Requests, jobs and the line between nodes all work again by themselves. */
async function worksAgain(place: Place): Promise<void> {
  const { agent } = place;
  await vi.waitFor(async () => expect((await agent.fetch('/ready')).status).toBe(200), { timeout: 10_000, interval: 100 });
  for (let at = 0; at < 12; at += 1) expect((await agent.exchange(routes.contacts.list)).status).toBe(200);
  const message = await place.send(delivered, 'We are back', 'after-the-fault');
  await vi.waitFor(async () => expect(await place.fate(message)).toBe('delivered'), { timeout: 60_000, interval: 200 });
  expect(place.taken()).toEqual(['We are back']);
}

const broken: readonly (readonly [string, Fault])[] = [
  ['is cut at once', { kind: 'cut', way: 'asked', after: 0 }],
  ['is cut in the middle of an answer', { kind: 'cut', way: 'answers', after: 150 }],
  ['is reset in the middle of a question', { kind: 'reset', way: 'asked', after: 100 }],
  ['is reset in the middle of an answer', { kind: 'reset', way: 'answers', after: 40 }],
  ['leads nowhere', { kind: 'refuse' }],
  ['is half open', { kind: 'halfOpen' }],
  ['loses the answers alone', { kind: 'halfOpen', way: 'answers' }],
];

describe('the line to the database', () => {
  test.concurrent.each(broken)('%s: 503 with words, then everything works', (_, fault) =>
    at(async (place) => {
      expect((await place.agent.exchange(routes.contacts.list)).status).toBe(200);
      await place.database.break(fault);
      await toldToWait(place);
      expect([(await place.agent.fetch('/health')).status, (await place.agent.fetch('/ready')).status]).toEqual([200, 503]);
      await place.database.mend();
      await worksAgain(place);
    }),
  );

  test.concurrent('stalls for a moment: whoever waits gets the answer', () =>
    at(async (place) => {
      await place.database.break({ kind: 'stall' });
      const waiting = place.agent.exchange(routes.contacts.list);
      const first = await Promise.race([waiting, new Promise((done) => setTimeout(done, 1_500, 'waits'))]);
      expect(first).toBe('waits');
      await place.database.mend();
      expect((await waiting).status).toBe(200);
      await worksAgain(place);
      // With the product's own limits: a stall of a moment is none of them, however busy the machine is.
    }, {}));

  test.concurrent('is slow: the answers come', () =>
    at(async (place) => {
      await place.database.break({ kind: 'slow', bytesPerSecond: 60_000 });
      expect((await place.agent.exchange(routes.contacts.list)).status).toBe(200);
      await place.database.mend();
      await worksAgain(place);
    }));

  test.concurrent('loses the word that a message was kept: sending it again makes no second one', () =>
    at(async (place) => {
      const body = { numberId: place.line.id, recipient: delivered, message: 'Once', clientId: 'written-once-0' };
      const kept = () => place.server.owner.selectFrom('items').select('id').execute();
      await place.database.break({ kind: 'reset', way: 'answers', since: 'INSERT', before: 'COMMIT' });
      expect((await place.agent.exchange(routes.messaging.send, { body })).status).toBe(503);
      expect(await kept()).toHaveLength(1);
      await place.database.mend();
      await vi.waitFor(async () => expect((await place.agent.fetch('/ready')).status).toBe(200), { timeout: 10_000 });
      const message = await place.send(delivered, 'Once', body.clientId);
      await vi.waitFor(async () => expect(await place.fate(message)).toBe('delivered'), { timeout: 60_000, interval: 200 });
      expect(place.taken()).toEqual(['Once']);
      expect(await kept()).toHaveLength(1);
    }));
});
