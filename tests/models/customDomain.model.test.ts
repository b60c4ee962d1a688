import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { CustomDomain } from '#contract/tenant/entities.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { blankDraft, endsUse, getReason, machine, userEvents } from '#machines/customDomain/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { domainOf, model } from './customDomain.fixtures.ts';

describeModel('a custom domain', model, { userEvents, getReason });

test('records are looked at again until all are there', async () => {
  const clock = new SimulatedClock();
  let looks = 0;
  const actor = createActor(
    machine.provide({
      actors: {
        loadDomain: fromPromise(async () => domainOf('claimed', 'pending')),
        lookAtRecords: fromPromise(async () => {
          looks += 1;
          return domainOf('verified', looks < 2 ? 'pending' : 'verified');
        }),
      },
    }),
    { clock },
  ).start();
  const isAtRest = () => expect.poll(() => actor.getSnapshot().value).toBe('checklist');
  await isAtRest();
  for (const expected of [1, 2, 2]) {
    clock.increment(tenantLimits.lookMs);
    await isAtRest();
    expect(looks).toBe(expected);
  }
});

/** A flow whose looks are refused with a status; the server has another domain by then. */
async function refusedLook(status: number) {
  let loads = 0;
  const actor = createActor(
    machine.provide({
      actors: {
        loadDomain: fromPromise(async () => {
          loads += 1;
          return loads === 1 ? domainOf('verified', 'verified') : domainOf('expired', 'pending');
        }),
        lookAtRecords: fromPromise<CustomDomain, { id: number }>(() => Promise.reject({ status, code: 'refused', message: 'Refused' })),
      },
    }),
  ).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('checklist');
  actor.send({ type: 'records.looked' });
  await expect.poll(() => actor.getSnapshot().value).toBe('checklist');
  const { configuration, error } = actor.getSnapshot().context;
  return [configuration?.status, error?.message ?? null];
}

test.each([
  [404, ['expired', 'The domain was removed or replaced']],
  [409, ['expired', 'Refused']],
  [503, ['verified', 'Refused']],
])('a look that is refused with %i leaves what the server has', async (status, expected) => {
  expect(await refusedLook(status)).toEqual(expected);
});

test('a change elsewhere is taken during a look, too', async () => {
  const loads = [domainOf('claimed', 'pending'), domainOf('synced', 'verified')];
  const actor = createActor(
    machine.provide({
      actors: {
        loadDomain: fromPromise(async () => loads.shift() ?? domainOf('none', 'pending')),
        lookAtRecords: fromPromise(() => new Promise<CustomDomain>(() => {})),
      },
    }),
  ).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('checklist');
  actor.send({ type: 'records.looked' });
  actor.send({ type: 'domain.changed' });
  await expect.poll(() => [actor.getSnapshot().value, actor.getSnapshot().context.configuration?.status]).toEqual(['checklist', 'synced']);
});

test('a form that is left shows the domain as it is by then', async () => {
  const loads = [domainOf('verified', 'verified'), domainOf('synced', 'verified')];
  const actor = createActor(machine.provide({ actors: { loadDomain: fromPromise(async () => loads.shift() ?? domainOf('none', 'pending')) } })).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('checklist');
  actor.send({ type: 'domain.reopened' });
  actor.send({ type: 'domain.changed' });
  expect(actor.getSnapshot().value).toBe('editing');
  actor.send({ type: 'domain.kept' });
  await expect.poll(() => [actor.getSnapshot().value, actor.getSnapshot().context.configuration?.status]).toEqual(['checklist', 'synced']);
});

test('a claim ends what is in use only where it names something else', () => {
  const synced = domainOf('synced', 'verified');
  const draft = { ...blankDraft, domain: 'Harbor.com.', appSubdomain: '', apiSubdomain: 'API' };
  expect(endsUse(draft, synced)).toBe(false);
  expect(endsUse({ ...draft, appSubdomain: 'portal' }, synced)).toBe(true);
  expect(endsUse({ ...draft, domain: 'quay.com' }, synced)).toBe(true);
  expect(endsUse({ ...draft, authToken: 'another-token' }, synced)).toBe(true);
  expect(endsUse({ ...draft, domain: 'quay.com' }, domainOf('verified', 'verified'))).toBe(false);
});
