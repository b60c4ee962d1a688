/** The line to the carrier breaks in every way, and the carrier itself misbehaves: what nobody can vouch for is called unknown, nothing goes twice. */
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicNumber } from '#sandbox/carrier/magic.ts';
import { type Place, startPlace } from './places.ts';
import type { Fault } from './proxy.ts';

async function at(work: (place: Place) => Promise<void>): Promise<void> {
  const place = await startPlace();
  try {
    await work(place);
  } finally {
    await place.close();
  }
}

const shows = (place: Place, message: Parameters<Place['fate']>[0], state: string) =>
  vi.waitFor(async () => expect(await place.fate(message)).toBe(state), { timeout: 40_000, interval: 100 });
const again = (place: Place, itemId: number) => place.agent.call(routes.messaging.sendAgain, { params: { itemId }, body: { clientId: `again-for-${itemId}` } });

/** Nobody tells us what became of these: no callback comes. Bytes: a request is about 900 long, its head about 500; a reply about 1,500. */
const lost: readonly (readonly [string, Fault, 'taken' | 'not taken'])[] = [
  ['is reset in the middle of a request', { kind: 'reset', way: 'asked', after: 300 }, 'not taken'],
  ['is cut in the middle of a request', { kind: 'cut', way: 'asked', after: 600 }, 'not taken'],
  ['swallows the request', { kind: 'halfOpen' }, 'not taken'],
  ['swallows the reply', { kind: 'halfOpen', way: 'answers' }, 'taken'],
  ['is reset before the reply', { kind: 'reset', way: 'answers', after: 1 }, 'taken'],
  ['is cut in the middle of the reply', { kind: 'cut', way: 'answers', after: 700 }, 'taken'],
];

describe('the line to the carrier', () => {
  test.concurrent.each(lost)('%s: the message is not confirmed, then settles by itself or waits for a person', (_, fault, truth) =>
    at(async (place) => {
      await place.carrier.break(fault);
      const message = await place.send(findMagicNumber('No callbacks'), 'Are you there?', 'one-text-0');
      await shows(place, message, 'unknown');
      await place.carrier.mend();
      if (truth === 'taken') {
        // The carrier's list tells.
        await shows(place, message, 'accepted');
        expect(await place.agent.refusal(routes.messaging.sendAgain, { params: { itemId: message.id }, body: { clientId: 'again-0-0' } })).toMatchObject({
          status: 409,
        });
      } else {
        expect(place.taken()).toEqual([]);
        await shows(place, await again(place, message.id), 'accepted');
        expect(await place.fate(message)).toBe('unknown');
      }
      expect(place.taken()).toEqual(['Are you there?']);
    }),
  );

  test.concurrent('leads nowhere for a while: the message goes once the carrier is back, and once only', () =>
    at(async (place) => {
      await place.carrier.break({ kind: 'refuse' });
      const message = await place.send(findMagicNumber('Delivered'), 'As soon as you can', 'one-text-0');
      const attempts = () => place.server.owner.selectFrom('message_attempts').select('state').execute();
      await vi.waitFor(async () => expect((await attempts()).map(({ state }) => state)).toContain('retriable'), { timeout: 20_000 });
      expect(await place.fate(message)).toBe('queued');
      await place.carrier.mend();
      await shows(place, message, 'delivered');
      expect(place.taken()).toEqual(['As soon as you can']);
    }));

  test.concurrent('stalls for a moment, or is slow: the message goes, once', () =>
    at(async (place) => {
      await place.carrier.break({ kind: 'stall' });
      const first = await place.send(findMagicNumber('Delivered'), 'First', 'first-text-0');
      const attempts = () => place.server.owner.selectFrom('message_attempts').select('state').execute();
      await vi.waitFor(async () => expect(await attempts()).toEqual([{ state: 'intent' }]), { timeout: 20_000 });
      await place.carrier.break({ kind: 'slow', bytesPerSecond: 3_000 });
      const second = await place.send(findMagicNumber('Delivered'), 'Second', 'second-text-0');
      await shows(place, second, 'delivered');
      await place.carrier.mend();
      await shows(place, first, 'delivered');
      expect(place.taken().sort()).toEqual(['First', 'Second']);
    }));
});

describe('the carrier itself', () => {
  test.concurrent('takes a message and drops the reply, or answers 500 after taking it: its callbacks tell, and nothing goes twice', () =>
    at(async (place) => {
      const titles = ['Taken, reply lost, delivered', 'Error 500 after taking it, delivered'];
      const sent = await Promise.all(titles.map((title, at) => place.send(findMagicNumber(title), title, `text-nr-${at}-0`)));
      for (const message of sent) await shows(place, message, 'delivered');
      expect(place.taken().sort()).toEqual([...titles].sort());
    }));

  test.concurrent('withholds the callbacks too: its list tells, and nothing goes twice', () =>
    at(async (place) => {
      const titles = ['Accepted, reply lost, no callbacks', 'Error 500 after accepting it, no callbacks'];
      const sent = await Promise.all(titles.map((title, at) => place.send(findMagicNumber(title), title, `text-nr-${at}-0`)));
      for (const message of sent) await shows(place, message, 'unknown');
      for (const message of sent) await shows(place, message, 'accepted');
      expect(place.taken().sort()).toEqual([...titles].sort());
    }));

  test.concurrent('withholds the last callback: it is asked what became of the message', () =>
    at(async (place) => {
      const message = await place.send(findMagicNumber('Delivered, last callback missing'), 'On the way', 'one-text-0');
      await shows(place, message, 'sent');
      // The minute passes after which it is to be looked at.
      await place.server.owner.updateTable('message_attempts').set({ look_at: new Date() }).where('look_at', 'is not', null).execute();
      await shows(place, message, 'delivered');
      const attempts = place.server.owner.selectFrom('message_attempts').select(['state', 'look_at']);
      expect(await attempts.execute()).toEqual([{ state: 'accepted', look_at: null }]);
    }));

  test.concurrent('is away when it is asked, and the job that asked is gone: it is asked again at the next time', () =>
    at(async (place) => {
      const { owner } = place.server;
      const message = await place.send(findMagicNumber('Delivered, last callback missing'), 'On the way', 'one-text-0');
      await shows(place, message, 'sent');
      const isDue = () => owner.updateTable('message_attempts').set({ look_at: new Date() }).where('look_at', 'is not', null).execute();
      const failed = sql<{
        id: string;
      }>`select id from keyline_jobs.job where name = 'message.reconcile' and (state in ('retry', 'failed') or retry_count > 0)`;
      await place.carrier.break({ kind: 'refuse' });
      await isDue();
      await vi.waitFor(async () => expect((await failed.execute(owner)).rows.length).toBeGreaterThan(0), { timeout: 30_000, interval: 50 });
      expect(await place.fate(message)).toBe('sent');
      await sql`delete from keyline_jobs.job where name = 'message.reconcile'`.execute(owner);
      await place.carrier.mend();
      await isDue();
      await shows(place, message, 'delivered');
    }));

  test.concurrent('answers 500 without taking it: nobody can tell, so a person is asked, and each try of theirs is made once', () =>
    at(async (place) => {
      const message = await place.send(findMagicNumber('Error 500 without taking it'), 'Hello?', 'one-text-0');
      await shows(place, message, 'unknown');
      expect(place.taken()).toEqual([]);
      const second = await again(place, message.id);
      expect((await again(place, message.id)).id).toBe(second.id);
      await shows(place, second, 'unknown');
      expect(await place.server.owner.selectFrom('message_attempts').select(['item_id', 'number', 'state']).orderBy('item_id').execute()).toEqual([
        { item_id: message.id, number: 1, state: 'unknown' },
        { item_id: second.id, number: 1, state: 'unknown' },
      ]);
    }));

  test.concurrent('repeats callbacks and mixes their order: the last word stays', () =>
    at(async (place) => {
      const titles = ['Callbacks twice', 'Callbacks in the wrong order'];
      const sent = await Promise.all(titles.map((title, at) => place.send(findMagicNumber(title), title, `text-nr-${at}-0`)));
      const applied = () => place.server.owner.selectFrom('carrier_webhooks').select('id').where('applied_at', 'is not', null).execute();
      // Five callbacks of the first, of which two are news; three of the second.
      await vi.waitFor(async () => expect((await applied()).length).toBe(2 + 3), { timeout: 30_000, interval: 50 });
      for (const message of sent) expect(await place.fate(message)).toBe('delivered');
      expect(place.taken().sort()).toEqual([...titles].sort());
    }));
});
