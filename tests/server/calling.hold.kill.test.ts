/** Workers killed while they ring phones for a caller who hears hold music: no phone rings twice, and no caller waits for ever. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicPhone } from '#sandbox/carrier/voice/behaviour.ts';
import { startWorkshop, type Workshop } from './workers.ts';

let shop: Workshop;
let line: { id: number; number: string };

beforeAll(async () => {
  shop = await startWorkshop();
  const company = await shop.server.company();
  const owner = await shop.server.worker(company, 'owner');
  line = await shop.server.number(company);
  const { id: onholdMusicId } = await owner.call(routes.greetings.create, { body: { name: 'Drift', content: 'One moment please.', voice: 'en-us' } });
  const forwards = [{ number: findMagicPhone('Answers after 8 seconds') }];
  await owner.call(routes.numbers.update, { params: { id: line.id }, body: { routes: [{ extension: 1, onholdMusicId, timeout: 10, forwards }] } });
});
afterAll(() => shop.close());

const rung = () => shop.sandbox.switchboard.phones.length;
const result = async (sid: string) => (await shop.server.owner.selectFrom('calls').select('result').where('carrier_sid', '=', sid).executeTakeFirst())?.result;

test('killed right after the carrier was asked, and right before: rung once, or not at all and led on', async () => {
  const asked = shop.sandbox.generator.ring(line.number, '+15035550171', { kind: 'answered', talkSeconds: 4 });
  expect(await shop.dieAt('call.hold: after ringing')).toBe('SIGKILL');
  expect((await asked).seen).toBe('answered');
  expect(rung()).toBe(1);
  const unasked = shop.sandbox.generator.ring(line.number, '+15035550172', { kind: 'voicemail', words: 'Please call me back.' });
  expect(await shop.dieAt('call.hold: before ringing')).toBe('SIGKILL');
  shop.work();
  const led = await unasked;
  expect(led.seen).toBe('voicemail');
  await expect.poll(() => result(led.sid), { timeout: 20_000 }).toBe('voicemail');
  // The first call's job has come back by now, and rang nobody.
  expect(rung()).toBe(1);
});
