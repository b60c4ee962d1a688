/** Tokens of the phone in the window: renewed again and again, expired during a call, and out of reach when one is due. */
import type { Page } from '@playwright/test';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { expect, test } from './fixtures.ts';
import { card, createLine, createThread, goActive, loudness, ring, withSound } from './support/phone.ts';
import { voiceKey } from './support/stack.ts';

test.use(withSound);

/** Signs a token of a browser as the server does. */
const sign = (payload: JWTPayload) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', cty: 'twilio-fpa;v=1' })
    .setIssuer(voiceKey.apiKeySid)
    .sign(new TextEncoder().encode(voiceKey.apiKeySecret));

/** Gives the window tokens that live so many seconds, or none while they are out of reach. */
async function shortenTokens(page: Page, seconds: number) {
  const tokens = { asked: 0, areInReach: true };
  let identity: string | null = null;
  await page.route('**/in-app-calling/token', async (route) => {
    tokens.asked += 1;
    if (!tokens.areInReach) return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Service unavailable' } });
    identity ??= String((await (await route.fetch()).json()).identity);
    const exp = Math.floor(Date.now() / 1_000) + seconds;
    const token = await sign({ exp, grants: { identity, voice: { incoming: { allow: true } } } });
    await route.fulfill({ json: { token, identity, expiresAt: new Date(exp * 1_000).toISOString() } });
  });
  return tokens;
}

test('tokens of two seconds are renewed sixty times, a call outlives several, and the next call rings', async ({ enter, page, stack }) => {
  await createLine(stack);
  const tokens = await shortenTokens(page, 2);
  const keys = await enter('ana');
  await goActive(keys);
  await expect.poll(() => tokens.asked).toBeGreaterThan(60);
  await expect(page.getByText('Calls ring here')).toBeVisible();
  const played = ring(stack);
  await expect(card(page)).toHaveAttribute('data-state', 'ringing');
  await keys.press('a');
  await expect(card(page)).toHaveAttribute('data-state', 'connected');
  const { asked } = tokens;
  await expect.poll(() => tokens.asked).toBeGreaterThan(asked + 3);
  await expect(card(page)).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await keys.press('shift+x');
  await expect(card(page)).toHaveAttribute('data-state', 'ended');
  expect((await played).seen).toBe('answered');
  await keys.palette('Close call card');
  await expect(page.getByText('Calls ring here')).toBeVisible();
  const next = ring(stack);
  await expect(card(page)).toHaveAttribute('data-state', 'ringing');
  await keys.press('d');
  await next;
  // A call that was declined is over, too: tokens are renewed, and the line is made anew where it was let go.
  const { asked: before } = tokens;
  await expect.poll(() => tokens.asked).toBeGreaterThan(before + 3);
  await expect(page.getByText('Calls ring here')).toBeVisible();
  await keys.palette('Close call card');
  const last = ring(stack);
  await expect(card(page)).toHaveAttribute('data-state', 'ringing');
  await keys.press('d');
  await last;
});

test('a token that expires while none can be had: the window says that nothing rings here, and rings again once one is had', async ({ enter, page, stack }) => {
  await createLine(stack);
  const tokens = await shortenTokens(page, 4);
  const keys = await enter('ana');
  await goActive(keys);
  tokens.areInReach = false;
  const status = page.locator('[data-phone]');
  await expect.poll(() => stack.sandbox.browsers.registered).toEqual([]);
  await expect(status).toHaveAttribute('data-phone', 'lost');
  // It goes on asking, and says meanwhile that nothing rings.
  const { asked } = tokens;
  await expect.poll(() => tokens.asked, { timeout: 40_000 }).toBeGreaterThan(asked + 1);
  await expect(status).toHaveAttribute('data-phone', 'lost');
  tokens.areInReach = true;
  await expect(status).toHaveText('Calls ring here', { timeout: 40_000 });
  const played = ring(stack);
  await expect(card(page)).toHaveAttribute('data-state', 'ringing');
  await keys.press('d');
  expect((await played).seen).not.toBe('answered');
});

test('a call that outlives its token goes on, and comes back after its line was cut', async ({ enter, page, stack }) => {
  const conversationId = await createThread(stack);
  let expiresAt = 0;
  await page.route('**/v1/calls/token', async (route) => {
    const reply = await route.fetch();
    const told = await reply.json();
    const exp = Math.floor(Date.now() / 1_000) + 5;
    expiresAt = exp * 1_000;
    await route.fulfill({ response: reply, json: { ...told, token: await sign({ ...decodeJwt(told.token), exp }) } });
  });
  const keys = await enter('ana');
  await page.goto(`${stack.url}/northwind-motors/inbox/${conversationId}`);
  await keys.inPane('inbox');
  await expect(page.locator('[data-pane="conversation"]')).toContainText('on App line');
  await goActive(keys);
  await keys.press('shift+p');
  const placed = page.locator('[data-flow="inAppCallOutgoing"]');
  await expect(placed).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => Date.now()).toBeGreaterThan(expiresAt + 1_000);
  await expect(placed).toHaveAttribute('data-state', 'connected');
  // The token that brings it back can’t be had at first.
  await page.route('**/in-app-calling/token', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Service unavailable' } }), {
    times: 1,
  });
  stack.sandbox.browsers.cut();
  await expect(placed).toContainText('You can keep talking');
  await expect(placed).not.toContainText('You can keep talking');
  await expect(placed).toHaveAttribute('data-state', 'connected');
  await expect.poll(() => loudness(stack)).toBeGreaterThan(20);
  await keys.press('shift+x');
  await expect(placed).toHaveAttribute('data-state', 'ended');
  await expect.poll(() => stack.sandbox.browsers.ongoing.length).toBe(0);
});
