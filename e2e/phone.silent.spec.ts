/** A person who answers without a microphone: the browser has none, and says so. */
import { expect, test } from './fixtures.ts';
import { createLine, ring } from './support/phone.ts';

test.use({ pace: 1 });

test('without a microphone the person reads what to do, nothing is reserved, and the call goes on ringing', async ({ enter, stack }) => {
  await createLine(stack);
  const keys = await enter('ana');
  await keys.palette('Toggle in-app calling');
  await expect(keys.page.getByText('Calls ring here')).toBeVisible();
  const played = ring(stack);
  const card = keys.page.locator('[data-flow="inAppCallIncoming"]');
  await expect(card).toHaveAttribute('data-state', 'ringing');
  await keys.press('a');
  await expect(card).toContainText(/Your browser blocks the microphone\. Allow it|No microphone found\. Connect one/);
  await expect(card).toHaveAttribute('data-state', 'ringing');
  expect(await stack.owner.selectFrom('calls').select('reserved_by').where('live_state', '=', 'ringing').executeTakeFirst()).toEqual({ reserved_by: null });
  await keys.press('d');
  await expect(card).toContainText('Declined');
  expect((await played).seen).not.toBe('answered');
});

test('a browser the server can’t be told of says so, and rings once it was told', async ({ enter, stack }) => {
  await createLine(stack);
  const keys = await enter('ana');
  const isPresence = '**/in-app-calling/presence';
  await keys.page.route(isPresence, (route) => route.fulfill({ status: 503, json: { message: 'Service unavailable' } }));
  await keys.palette('Toggle in-app calling');
  const status = keys.page.locator('[data-phone]');
  await expect(status).toHaveAttribute('data-phone', 'lost');
  await expect(status).not.toHaveText('');
  await keys.page.unroute(isPresence);
  // It is said again every few seconds.
  await expect(status).toHaveText('Calls ring here', { timeout: 25_000 });
});
