/** Faxes by keyboard alone: one comes in, its pages are looked at, and one is sent back and delivered. */
import { toDocumentPdf } from '#sandbox/fax/pdf.ts';
import { expect, test } from './fixtures.ts';

const customer = '+1 415-555-0142';
const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(toDocumentPdf('agreement')) };

test('a fax comes in, its pages are looked at, and one goes back', async ({ enter, stack }) => {
  test.setTimeout(120_000);
  const keys = await enter('ana');
  keys.page.on('filechooser', (chooser) => void chooser.setFiles(letter));
  await keys.palette('Sandbox: Receive a fax', 'Fax');
  const inbox = keys.page.locator('[data-pane="inbox"]');
  await expect(inbox.getByRole('row', { name: /Fax · 2 pages/ }).first()).toBeVisible({ timeout: 30_000 });
  await keys.inPane('inbox');
  await keys.palette('First row');
  await keys.press('enter');
  const thread = keys.page.locator('[data-pane="conversation"]');
  const pages = thread.getByRole('img', { name: /^Page [12] of 2$/ });
  await expect(pages).toHaveCount(2, { timeout: 30_000 });
  await expect.poll(() => pages.first().evaluate((picture) => picture instanceof HTMLImageElement && picture.naturalWidth)).toBe(1_240);
  await expect(thread.getByRole('link', { name: 'Download PDF' })).toBeVisible();

  await keys.find('Send fax');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.pick('Fax');
  await keys.press('enter');
  const typed = keys.page.locator('[data-flow="palette"] input');
  await expect(typed).toHaveValue(customer);
  await keys.press('enter');
  await keys.pick('Choose a PDF…');
  await keys.press('enter');
  await keys.state('palette', 'open.reviewing');
  await expect(keys.flow('palette')).toContainText('Faxes letter.pdf, 3 pages, from Fax to +1 415-555-0142');
  await expect(keys.flow('palette').getByRole('img')).toHaveCount(3);
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect(thread.getByText('delivered').first()).toBeVisible({ timeout: 30_000 });
  await expect(thread.getByRole('img', { name: /^Page [123] of 3$/ })).toHaveCount(3, { timeout: 30_000 });
  expect(stack.sandbox.faxes.list().filter(({ direction }) => direction === 'outbound')).toMatchObject([{ pages: 3, status: 'delivered' }]);
});
