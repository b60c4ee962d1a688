import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { subscriptionStates } from '#contract/billing/enums.ts';
import { getReason, machine, type UserEvent, userEvents } from '#machines/subscription/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { billing, canceling, changing, expired, none, pastDue, refunding, yearly } from './billing.fixtures.ts';
import { model } from './subscription.fixtures.ts';

describeModel('a subscription', model, { userEvents, getReason });

const start = (known: ReturnType<typeof billing>) => {
  const actor = createActor(machine).start();
  actor.send({ type: 'billing.known', billing: known });
  return actor;
};

test('has the six states of the specification, by the server’s word (RULE-191)', () => {
  const all = [billing(), canceling, expired, refunding, pastDue, none];
  expect(all.map((known) => start(known).getSnapshot().value)).toEqual([...subscriptionStates]);
});

test('offers in each state what is legal there (RULE-273)', () => {
  const legal = (known: ReturnType<typeof billing>): UserEvent['type'][] => userEvents.filter((type) => getReason(start(known).getSnapshot(), type) === null);
  expect(legal(billing())).toEqual(['subscription.canceled', 'subscription.upgraded', 'subscription.downsold', 'offer.used']);
  expect(legal(changing)).toEqual(['subscription.canceled', 'subscription.upgraded', 'subscription.downsold', 'change.reverted', 'offer.used']);
  expect(legal(canceling)).toEqual(['subscription.downsold', 'subscription.retried']);
  expect(legal(pastDue)).toEqual(['subscription.canceled']);
  expect(legal(expired)).toEqual(['subscription.started']);
  expect(legal(none)).toEqual(['subscription.started']);
  expect(legal(refunding)).toEqual([]);
});

test('invoices are fetched again 5 s after a plan upgrade, and after no other change (RULE-188)', async () => {
  const clock = new SimulatedClock();
  let fetched = 0;
  const actor = createActor(
    machine.provide({
      actors: { changeSubscription: fromPromise(async ({ input }) => (input.kind === 'yearly' ? yearly : canceling)) },
      actions: {
        refreshInvoices: () => {
          fetched += 1;
        },
      },
    }),
    { clock },
  ).start();
  actor.send({ type: 'billing.known', billing: billing() });
  actor.send({ type: 'offer.used', offerId: 3 });
  await expect.poll(() => actor.getSnapshot().value).toBe('active');
  clock.increment(4_999);
  expect(fetched).toBe(0);
  clock.increment(1);
  expect(fetched).toBe(1);
  actor.send({ type: 'subscription.canceled' });
  await expect.poll(() => actor.getSnapshot().value).toBe('canceling');
  clock.increment(10_000);
  expect(fetched).toBe(1);
});
