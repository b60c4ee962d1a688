/** A worker killed at each step of writing down a call: another one does it, and the call has its words once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { startWorkshop, type Workshop } from './workers.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await startWorkshop();
});
afterAll(() => shop.close());

test('killed before it asks, with the answer in its hand, and after it wrote', async () => {
  const company = await shop.server.company();
  const owner = await shop.server.worker(company, 'owner');
  const line = await shop.server.number(company);
  await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ forwards: [{ number: '+12125550120' }] }], recordCalls: true } });
  await owner.call(routes.numbers.update, { params: { id: line.id }, body: { callTranscriptionEnabled: true } });
  const { sid } = await shop.sandbox.generator.ring(line.number, '+15035550177', { kind: 'answered', talkSeconds: 12 });
  const written = () =>
    shop.server.owner
      .selectFrom('transcripts')
      .innerJoin('calls', 'calls.id', 'transcripts.call_id')
      .select(['transcripts.segments', 'transcripts.agent_talk'])
      .where('calls.carrier_sid', '=', sid)
      .execute();
  expect(await shop.dieAt('recording.transcribe: before asking')).toBe('SIGKILL');
  expect(await shop.dieAt('recording.transcribe: before writing')).toBe('SIGKILL');
  expect(await written()).toEqual([]);
  expect(await shop.dieAt('recording.transcribe: after writing')).toBe('SIGKILL');
  const [first, ...others] = await written();
  expect(others).toEqual([]);
  expect(first?.segments.length).toBeGreaterThan(1);
  shop.work();
  const state = () => shop.server.owner.selectFrom('carrier_webhooks').select('id').where('applied_at', 'is', null).execute();
  await expect.poll(state, { timeout: 60_000 }).toEqual([]);
  expect(await written()).toEqual([first]);
});
