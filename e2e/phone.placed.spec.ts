/** Calling from the window, by keyboard alone: the carrier's own SDK in Chromium, people who answer or don't. */
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { toWav } from '#contract/core/wav.ts';
import { findMagicPhone } from '#sandbox/carrier/voice/behaviour.ts';
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { createAxe } from './support/axe.ts';
import { caller, createLine, createThread, goActive, loudness, number, ring, withSound } from './support/phone.ts';
import { headersOf } from './support/wire.ts';

test.use(withSound);

const card = (page: Page) => page.locator('[data-flow="inAppCallOutgoing"]');

async function openThread(keys: Keyboard, stack: Stack, id: number): Promise<void> {
  await keys.page.goto(`${stack.url}/northwind-motors/inbox/${id}`);
  await keys.inPane('inbox');
  await expect(keys.page.locator('[data-pane="conversation"]')).toContainText('on App line');
}

/** Gives the route of the line hold music. */
async function giveMusic(page: Page, stack: Stack, wav: Uint8Array): Promise<void> {
  const line = await stack.owner.selectFrom('phone_numbers').select(['id', 'company_id']).where('number', '=', number).executeTakeFirstOrThrow();
  const multipart = { name: 'Tone', file: { name: 'tone.wav', mimeType: 'audio/wav', buffer: Buffer.from(wav) } };
  const reply = await page.request.post(`${stack.url}/api/greetings`, { headers: await headersOf(page.context(), stack.url, line.company_id), multipart });
  expect(reply.ok(), await reply.text()).toBe(true);
  const { id } = await reply.json();
  await stack.owner
    .updateTable('number_routings')
    .set({ routes: sql`jsonb_set(routes, '{0,onholdMusicId}', ${JSON.stringify(id)}::jsonb)` })
    .where('number_id', '=', line.id)
    .execute();
}

const keptCalls = (stack: Stack, recipient: string) =>
  stack.owner.selectFrom('calls').select(['id', 'result', 'is_inbound', 'ended_at', 'recording_file_id']).where('recipient', '=', recipient).execute();

test('a person calls the number of a conversation, hears it ring, talks, hangs up, and finds the call in the list', async ({ enter, stack }) => {
  const conversationId = await createThread(stack);
  const keys = await enter('ana');
  await openThread(keys, stack, conversationId);
  await goActive(keys);
  await keys.press('shift+p');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ringing');
  await expect(card(keys.page)).toContainText('from App line');
  await expect(card(keys.page)).toContainText('Ringing');
  expect((await createAxe(keys.page).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await keys.press('m');
  await expect(card(keys.page)).toContainText('Muted');
  await expect.poll(() => loudness(stack)).toBeLessThan(20);
  await keys.press('m');
  await keys.palette('Send digits', '42#');
  await expect.poll(() => stack.sandbox.browsers.ongoing[0]?.digits).toBe('42#');
  await keys.palette('Add note to current call', 'Wants the blue one');
  await expect(keys.page.getByText('Note added').last()).toBeVisible();
  await keys.palette('Text person on call', 'The address is 12 Harbor Road');
  await expect.poll(() => stack.sandbox.ledger.list({ from: number, to: caller }).map(({ body }) => body)).toEqual(['The address is 12 Harbor Road']);

  await keys.press('shift+x');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ended');
  await expect(card(keys.page)).toContainText('Call ended');
  await expect.poll(async () => (await keptCalls(stack, caller))[0]?.recording_file_id ?? null).not.toBeNull();
  expect(await keptCalls(stack, caller)).toMatchObject([{ result: 'answered', is_inbound: false }]);
  await keys.palette('Review ended call');
  await keys.inPane('call');
  await keys.palette('Close call card');
  await expect(card(keys.page)).toHaveCount(0);
  await keys.palette('Go to Calls');
  await expect(keys.page.getByRole('img', { name: 'Outbound call' }).first()).toBeVisible();
});

test('a call that is looked at while it goes on, and as it ends, shows who it is with and how it went', async ({ enter, stack }) => {
  const conversationId = await createThread(stack);
  const keys = await enter('ana');
  await openThread(keys, stack, conversationId);
  await goActive(keys);
  await keys.press('shift+p');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  await keys.press('g c');
  await keys.inPane('calls');
  const call = keys.page.locator('[data-pane="call"]');
  await expect(call).toContainText('App line');
  await expect(keys.page.locator('[data-view="calls"] [data-pane="conversation"]')).toContainText('on App line');
  await keys.press('shift+x');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ended');
  await expect(call).toContainText('Hangup');
});

test('whoever is called hangs up, and the person reads it', async ({ enter, stack }) => {
  await createLine(stack);
  const keys = await enter('ana');
  await goActive(keys);
  await keys.palette('Call a number', findMagicPhone('Answers after 2 seconds and hangs up after 8'), 'App line');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ended');
  await expect(card(keys.page)).toContainText('Call ended');
});

test('a call that nobody takes ends in words and is no missed call', async ({ enter, stack }) => {
  await createLine(stack);
  const keys = await enter('ana');
  await goActive(keys);
  const busy = findMagicPhone('Busy');
  await keys.palette('Call a number', busy, 'App line');
  await expect(card(keys.page)).toContainText('Not answered');
  await expect.poll(async () => (await keptCalls(stack, busy))[0]?.ended_at ?? null).not.toBeNull();
  expect(await keptCalls(stack, busy)).toMatchObject([{ result: 'none' }]);
});

test('a call that rings meanwhile waits for the card until the person has hung up', async ({ enter, stack }) => {
  await createLine(stack);
  const keys = await enter('ana');
  await goActive(keys);
  await keys.palette('Call a number', findMagicPhone('Answers after 2 seconds'), 'App line');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  const played = ring(stack);
  await expect(card(keys.page)).toContainText('1 more ringing');
  const incoming = keys.page.locator('[data-flow="inAppCallIncoming"]');
  await expect(incoming).toHaveCount(0);
  await keys.press('shift+x');
  await expect(incoming).toHaveAttribute('data-state', 'ringing');
  await expect(card(keys.page)).toHaveCount(0);
  await keys.press('d');
  await expect(incoming).toContainText('Declined');
  await played;
});

test('a call that is hung up while it is being set up dials nobody, and the next one goes through', async ({ enter, page, stack }) => {
  await createLine(stack);
  let isAnswering = true;
  // A socket that is not handed on is open, and says nothing.
  await page.routeWebSocket(/\/signal$/, (socket) => void (isAnswering && socket.connectToServer()));
  const keys = await enter('ana');
  await goActive(keys);
  isAnswering = false;
  await keys.palette('Call a number', '+15035550166', 'App line');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'dialing');
  await keys.press('shift+x');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ended');
  await expect(card(keys.page)).toContainText('Canceled');
  isAnswering = true;
  await keys.palette('Call a number', findMagicPhone('Answers after 2 seconds and hangs up after 8'), 'App line');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'connected');
  expect(await keptCalls(stack, '+15035550166')).toEqual([]);
});

test('on hold the other party hears the music of the number’s route, and a melody where it can’t be loaded', async ({ enter, page, stack }) => {
  const conversationId = await createThread(stack);
  const tone = Int16Array.from({ length: 16_000 }, (_, at) => 30_000 * Math.sin(at / 3));
  const keys = await enter('ana');
  await giveMusic(page, stack, toWav(tone, 8_000));
  await openThread(keys, stack, conversationId);
  await goActive(keys);
  let isAway = false;
  const asked: string[] = [];
  await page.route('**/api/files/**', (route) => {
    asked.push(route.request().url());
    return isAway ? route.abort() : route.continue();
  });
  await keys.press('shift+p');
  await expect(card(page)).toHaveAttribute('data-state', 'connected');
  await keys.press('m');
  await expect.poll(() => loudness(stack)).toBeLessThan(20);
  await keys.press('h');
  await expect(card(page)).toContainText('On hold');
  // Far louder than the melody.
  await expect.poll(() => loudness(stack)).toBeGreaterThan(4_000);
  await keys.press('h');
  await expect.poll(() => loudness(stack)).toBeLessThan(20);
  isAway = true;
  await keys.press('h');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(100);
  expect(loudness(stack)).toBeLessThan(4_000);
  expect(asked).toHaveLength(2);
  await keys.press('shift+x');
  await expect(card(page)).toHaveAttribute('data-state', 'ended');
});

test('a refused destination says why, and nothing is dialled', async ({ enter, stack }) => {
  await createLine(stack);
  const keys = await enter('ana');
  await goActive(keys);
  await keys.palette('Call a number', '+19005550100', 'App line');
  await expect(card(keys.page)).toHaveAttribute('data-state', 'ended');
  await expect(card(keys.page)).toContainText('Calls to premium-rate numbers are blocked');
  expect(await keptCalls(stack, '+19005550100')).toEqual([]);
});

test('a person who is away is told to turn calling on first', async ({ enter, stack }) => {
  const conversationId = await createThread(stack);
  const keys = await enter('ana');
  await openThread(keys, stack, conversationId);
  await keys.press('shift+p');
  await expect(keys.page.getByText('Turn on in-app calling first').first()).toBeVisible();
  await expect(card(keys.page)).toHaveCount(0);
});
