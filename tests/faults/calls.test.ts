/**
 * The server of an installation is killed (`kill -9`) at each step of a call and of a purchase, under the script that keeps it: it comes back by itself,
 * the carrier asks again, the call goes on where it was and ends right; a number is bought once.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { findMagicOffer } from '#sandbox/carrier/inventory.ts';
import { type Installation, prepareInstallation } from './installation.ts';

let place: Installation;
let company: Awaited<ReturnType<Installation['company']>>;

beforeAll(async () => {
  place = await prepareInstallation();
  await place.start();
  company = await place.company();
  await company.agent.call(routes.numbers.update, {
    params: { id: company.line.id },
    body: {
      routes: [
        { extension: 1, label: 'Sales', forwards: [{ number: '+12125550120' }] },
        { extension: 2, label: 'Service', forwards: [{ number: '+12125550121' }] },
      ],
    },
  });
}, 240_000);
afterAll(() => place.close());

const callOf = (recipient: string) =>
  place
    .owner()
    .selectFrom('calls')
    .select(['id', 'result', 'live_state', 'steps'])
    .where('company_id', '=', company.id)
    .where('recipient', '=', recipient)
    .execute();
const died = () => vi.waitFor(() => expect(place.deathsLeft()).toEqual([]), { timeout: 90_000, interval: 50 });
const answers = () => vi.waitFor(async () => expect((await fetch(`${place.url}/ready`)).status).toBe(200), { timeout: 60_000, interval: 50 });

const talks = { presses: ['2'], talkSeconds: 20 };
const leavesWords = { presses: ['2'], answered: false, words: 'Please call me back.' };

test('killed in the menu, while it rings, in a conversation, at the message and at the end: each call goes on and ends right, once', {
  timeout: 600_000,
}, async () => {
  const plan = [
    ['menu', talks, 'answered'],
    ['ringing', talks, 'answered'],
    ['connected', talks, 'answered'],
    ['leaving', talks, 'answered'],
    ['ended', talks, 'answered'],
    ['voicemail', leavesWords, 'voicemail'],
    ['ended', leavesWords, 'voicemail'],
  ] as const;
  for (const [at, [state, script, result]] of plan.entries()) {
    const from = `+1503555010${at}`;
    place.dieAt(`call: in ${state}`);
    await place.command('script', { to: company.line.number, from, ...script });
    await died();
    await answers();
    const over = async () => (await callOf(from)).map((call) => [call.result, call.live_state]);
    await vi.waitFor(async () => expect(await over(), `killed in ${state}`).toEqual([[result, null]]), { timeout: 60_000, interval: 100 });
    const [call] = await callOf(from);
    const steps = call?.steps.map(({ step }) => step) ?? [];
    expect([steps[0], steps.at(-1)], `killed in ${state}`).toEqual(['Started', 'Hangup']);
    expect(steps.filter((step) => step === 'Extension Selected' || step === 'Hangup' || step === 'Started')).toHaveLength(3);
    const items = place
      .owner()
      .selectFrom('items')
      .select('id')
      .where('company_id', '=', company.id)
      .where('call_id', '=', call?.id ?? 0);
    await vi.waitFor(async () => expect(await items.where('type', '=', 'call').execute()).toHaveLength(1), { timeout: 20_000 });
    if (result === 'voicemail')
      await vi.waitFor(async () => expect(await items.where('type', '=', 'voicemail').execute()).toHaveLength(1), { timeout: 60_000 });
  }
  expect(place.said()).toContain('Server restarted');
});

test('killed at each step of buying: each number is the company’s, bought once at the carrier', { timeout: 400_000 }, async () => {
  const steps = ['before the intent', 'after the intent', 'after the request', 'after settling'] as const;
  for (const [at, step] of steps.entries()) {
    const number = findMagicOffer('Bought', 300 + at);
    place.dieAt(`numbers.buy: ${step}`);
    const body = { key: `bought-while-killed-${at}`, numbers: [number], monthlyCost: 1.15 };
    await company.agent.call(routes.purchase.buy, { body }).catch(() => undefined);
    await died();
    await answers();
    // Somebody who got no answer asks again, with the same key.
    await company.agent.call(routes.purchase.buy, { body });
    const state = async () => (await company.agent.call(routes.purchase.get, { params: { key: body.key } })).state;
    await vi.waitFor(async () => expect(await state(), step).toBe('bought'), { timeout: 90_000, interval: 250 });
    expect(await place.owned(number), step).toBe(1);
    const lines = await place.owner().selectFrom('phone_numbers').select('company_id').where('number', '=', number).where('status', '<>', 2).execute();
    expect(lines, step).toEqual([{ company_id: company.id }]);
  }
});
