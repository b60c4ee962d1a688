/** Numbers of another carrier, by keyboard alone: pasted, checked, the papers added, sent, followed until they are here; and who called is looked up. */
import { findMagicPort } from '#sandbox/carrier/ports.ts';
import { png } from '#tests/server/samples.ts';
import { expect, test } from './fixtures.ts';

const paper = (name: string) => ({ name, mimeType: 'image/png', buffer: png });

test('numbers are ported in', async ({ enter }) => {
  test.setTimeout(90_000);
  const keys = await enter('ana');
  // From the beginning on: the browser is told so some time after the listener is there, and a chooser before that is not seen.
  const papers = ['letter.png', 'bill.png'];
  keys.page.on('filechooser', (chooser) => void chooser.setFiles(paper(papers.shift() ?? '')));
  await keys.palette('Port numbers in');
  await keys.state('portIn', 'draft');
  await keys.focused('portNumbers');
  await keys.press('mod+enter');
  await expect(keys.page.getByText('Enter at least one number').first()).toBeVisible();
  const lines = [
    `${findMagicPort('Comes over')}, ${findMagicPort('Not portable')}`,
    'Old Bell',
    'Northwind Motors LLC',
    'NW-556677',
    '',
    'Ana Ruiz',
    'ana@northwind.example',
  ];
  for (const line of [...lines, '1 Harbor Way', 'Los Angeles', 'CA', '90012']) {
    if (line !== '') await keys.type(line);
    await keys.press('tab');
  }
  await keys.press('mod+enter');
  await keys.state('portIn', 'partly');
  await expect(keys.flow('portIn')).toContainText('The number is in a rate center we do not serve');
  await keys.press('enter');
  await keys.state('portIn', 'documents');
  for (const name of ['letter.png', 'bill.png']) {
    await keys.press('enter');
    await expect(keys.flow('portIn')).toContainText(name);
  }
  await keys.press('enter');
  await keys.state('portIn', 'confirming');
  await keys.press('enter');
  await keys.state('portIn', 'submitted');
  await keys.press('enter');
  const pane = keys.page.locator('[data-pane="ports"]');
  await expect(pane.getByRole('row', { name: /907-810-2000/ })).toBeVisible();
  await keys.palette('First row');
  await keys.press('enter');
  const card = keys.page.locator('[data-pane="port"]');
  await expect(card.getByText('Letter of Authorization (LOA)')).toBeVisible();
  await expect(card.getByText('Completed', { exact: true }).first()).toBeVisible({ timeout: 45_000 });
});

test('who called is looked up, and stands on the card', async ({ enter }) => {
  const keys = await enter('ana');
  await expect(keys.page.locator('[data-pane="contact"]').getByRole('button', { name: /Look up caller/ })).toBeVisible();
  await keys.palette('Look up caller');
  await expect(keys.page.locator('[data-pane="contact"]').getByText('Looked up')).toBeVisible();
});
