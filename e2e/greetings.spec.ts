/** Tests greetings by keyboard alone: words given a voice, heard, saved, changed, deleted. */
import { expect, test } from './fixtures.ts';

test('a greeting is written, heard before it is saved, changed and deleted', async ({ enter }) => {
  const keys = await enter('ana');
  await keys.palette('Create greeting');
  await keys.state('greetingEdit', 'editing');
  const pane = keys.page.locator('[data-pane="greetings"]');
  await keys.focused('greetingName');
  await keys.type('Main');
  await keys.press('mod+enter');
  await expect(keys.page.getByText('Enter text or upload a file').first()).toBeVisible();
  await keys.goTo('greetingWords');
  await keys.type('You have reached Northwind Motors.');
  await keys.palette('Greeting: Choose voice', 'Marion');
  await keys.palette('Greeting: Preview');
  await keys.state('greetingEdit', 'editing');
  await keys.palette('Greeting: Save');
  await expect(keys.page.getByText('Greeting added successfully.').first()).toBeVisible();
  await expect(pane.getByRole('row', { name: /Main/ })).toBeVisible();
  await keys.inPane('greetings');
  await keys.palette('First row');
  await keys.palette('Edit greeting');
  await keys.focused('greetingName');
  await keys.retype('Evening');
  await keys.press('mod+enter');
  await expect(keys.page.getByText('Greeting updated successfully.').first()).toBeVisible();
  await keys.palette('First row');
  await keys.find('Delete greeting');
  await keys.press('enter');
  await keys.state('palette', 'open.reviewing');
  await expect(keys.flow('palette')).toContainText('No number uses it.');
  await keys.press('enter');
  await expect(keys.page.getByText('Greeting deleted successfully.').first()).toBeVisible();
  await expect(pane.getByText('Callers hear the default greeting')).toBeVisible();
});

test('what was typed into a greeting outlives Escape, and the greeting that is opened next', async ({ enter }) => {
  const keys = await enter('ana');
  const name = keys.page.locator('[data-field="greetingName"]');
  const words = keys.page.locator('[data-field="greetingWords"]');
  await keys.palette('Create greeting');
  await keys.focused('greetingName');
  await keys.type('Holidays');
  await keys.goTo('greetingWords');
  await keys.type('We are closed until January.');
  await keys.press('escape');
  await expect(keys.page.getByText('Not saved: “Holidays”. Open it to go on.')).toBeVisible();
  await keys.palette('Create greeting');
  await expect(name).toHaveValue('Holidays');
  await expect(words).toHaveValue('We are closed until January.');
  await keys.palette('Greeting: Discard changes');
  await keys.palette('Create greeting');
  await expect(name).toHaveValue('');
});
