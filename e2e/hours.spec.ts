/** The hours of a number, by keyboard alone. */
import { expect, test } from './fixtures.ts';

test('the hours of a number are chosen by preset and changed for a day', async ({ enter }) => {
  const keys = await enter('ana', { path: '/numbers' });
  await keys.inPane('numbers');
  await expect(keys.page.locator('[data-pane="numbers"] [role="row"]:has([role="gridcell"])').first()).toBeVisible();
  await keys.press('home');
  await keys.press('t');
  await keys.state('routingEdit', 'editing');
  await keys.inPane('routing');
  const hours = keys.page.locator('[data-field="hours"]');
  await keys.palette('Apply hours preset', 'Sat-Sun (9-5)');
  await expect(hours).toHaveValue('Mon-Fri closed, Sat-Sun 9:00am-5:00pm');
  await keys.palette('Open or close a whole day', 'Friday', 'All Day');
  await expect(hours).toHaveValue('Mon-Thu closed, Fri all day, Sat-Sun 9:00am-5:00pm');
  await expect(keys.page.getByRole('button', { name: 'Custom', exact: true })).toHaveAttribute('aria-pressed', 'true');
});
