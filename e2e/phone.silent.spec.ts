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
