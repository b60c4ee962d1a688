import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { EmailSender } from '#contract/tenant/entities.ts';
import { getReason, machine, userEvents } from '#machines/emailSender/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model, senderOf } from './emailSender.fixtures.ts';

describeModel('the sender of mail', model, { userEvents, getReason });

/** A flow in its checklist; the server has what `after` says by then. */
async function openChecklist(after: EmailSender | null, look: () => Promise<EmailSender | null>) {
  const loads = [senderOf('verified'), after];
  const actor = createActor(
    machine.provide({ actors: { loadSender: fromPromise(async () => loads.shift() ?? null), lookAtSender: fromPromise<EmailSender | null>(look) } }),
  ).start();
  await expect.poll(() => actor.getSnapshot().value).toBe('checklist');
  const show = () => {
    const { value, context } = actor.getSnapshot();
    return [value, context.sender?.status ?? null, context.error?.message ?? null];
  };
  return { actor, show };
}

test.each([
  [404, null, ['editing', null, 'The sender was removed']],
  [409, senderOf('started'), ['checklist', 'started', 'Refused']],
  [503, senderOf('started'), ['checklist', 'verified', 'Refused']],
])('a look that is refused with %i leaves what the server has', async (status, after, expected) => {
  const { actor, show } = await openChecklist(after, () => Promise.reject({ status, code: 'refused', message: 'Refused' }));
  actor.send({ type: 'sender.looked' });
  await expect.poll(show).toEqual(expected);
});

test('a look at a sender that was removed says so', async () => {
  const { actor, show } = await openChecklist(null, async () => null);
  actor.send({ type: 'sender.looked' });
  await expect.poll(show).toEqual(['editing', null, 'The sender was removed']);
});

test('a form that is left shows the sender as it is by then', async () => {
  const { actor, show } = await openChecklist(senderOf('started'), async () => null);
  actor.send({ type: 'sender.reopened' });
  actor.send({ type: 'sender.changed' });
  expect(actor.getSnapshot().value).toBe('editing');
  actor.send({ type: 'sender.kept' });
  await expect.poll(show).toEqual(['checklist', 'started', null]);
});
