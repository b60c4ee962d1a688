/** When somebody is there, by keyboard alone: written in a line, refused in words, moved to another zone, taken back. */
import { expect, test } from './fixtures.ts';

test('a schedule is written, refused, moved to another zone and taken back', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.press('g s');
  const pane = keys.page.locator('[data-pane="schedule"]');
  const mine = pane.locator('[data-schedule="mine"]');
  const company = pane.locator('[data-schedule="company"]');
  await expect(mine.getByText('You have no schedule yet.')).toBeVisible();
  await keys.palette('Set my schedule', 'mon-fri 9-12, 1pm-5pm');
  await expect(mine).toContainText('Friday9:00am-12:00pm, 1:00pm-5:00pm');
  await expect(mine).toContainText('Saturdayclosed');
  await expect(company.getByText('The company has no schedule yet.')).toBeVisible();
  await keys.palette('Set my schedule’s time zone', 'Europe/Berlin');
  await expect(mine).toContainText('Europe/Berlin');
  await keys.inPane('schedule');
  await keys.press('z');
  await expect(mine).not.toContainText('Europe/Berlin');
  await keys.find('Set company schedule');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.type('mon 5pm-9am');
  await keys.press('enter');
  await expect(keys.flow('palette')).toContainText('“5pm-9am” ends before it starts');
  await keys.retype('sat-sun 10-2');
  await keys.press('enter');
  await expect(company).toContainText('Sunday10:00am-2:00pm');
});
