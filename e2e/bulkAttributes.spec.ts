/** Updating custom fields in bulk by keyboard: the template is edited, what each cell changes is seen first, mended, applied, and taken back. */

import { readFile } from 'node:fs/promises';
import { bulkAttributeMessages } from '#contract/bulkAttributes/texts.ts';
import { expect, type Keyboard, test } from './fixtures.ts';
import type { Stack } from './support/stack.ts';

const csv = (text: string, name = 'custom_fields.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const rows = (keys: Keyboard) => keys.page.locator('[data-pane="bulkAttributes"] [data-row]').filter({ visible: true });
const cursor = (keys: Keyboard) => keys.page.locator('[data-pane="bulkAttributes"] [data-cursor]').filter({ visible: true });
const heading = (keys: Keyboard, name: string) => expect(keys.page.getByRole('heading', { name, exact: true })).toBeVisible();

/** Makes the fields Region (West, East) and Note of numbers in Ana’s company. */
async function createFields(stack: Stack): Promise<void> {
  const choices = JSON.stringify(['West', 'East'].map((value, at) => ({ id: at + 1, value, sort_order: at, description: null })));
  await stack.owner
    .insertInto('eav_attributes')
    .values([
      { entity_type: 'Number', company_id: 1, name: 'Region', choices },
      { entity_type: 'Number', company_id: 1, name: 'Note' },
    ])
    .execute();
}

/** Values of the fields, by number. */
const values = async (stack: Stack) =>
  (
    await stack.owner
      .selectFrom('eav_values as v')
      .innerJoin('eav_attributes as a', 'a.id', 'v.attribute_id')
      .select(['a.name', 'v.entity_id', 'v.value'])
      .where('v.company_id', '=', 1)
      .orderBy('v.entity_id')
      .orderBy('a.name')
      .execute()
  ).map(({ name, entity_id: id, value }) => [id, name, value]);

async function choose(keys: Keyboard, file: ReturnType<typeof csv>): Promise<void> {
  const opened = keys.page.waitForEvent('filechooser', { timeout: 12_000 });
  await keys.palette('Update custom fields from file');
  await (await opened).setFiles(file);
}

/** Downloads the template, and answers its lines. */
async function downloadTemplate(keys: Keyboard): Promise<string[][]> {
  const downloading = keys.page.waitForEvent('download');
  await keys.press('>');
  await keys.type('attributes template');
  await expect(keys.page.getByRole('option', { name: /Download custom field template/ })).toBeVisible();
  await keys.press('enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('custom_fields.csv');
  const text = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '');
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

test('the template is edited, checked cell by cell, mended, applied and taken back', async ({ enter, stack }) => {
  await createFields(stack);
  const keys = await enter('ana');
  const [names = [], ...lines] = await downloadTemplate(keys);
  expect(names).toEqual(['entity_type', 'company_id', 'id', 'name', 'Note', 'Region']);
  expect(lines.length).toBeGreaterThan(4);
  const ids = lines.map(([, , id]) => Number(id));
  await keys.state('bulkAttributes', 'idle');

  // Nothing is changed by the template as it came.
  await choose(keys, csv([names, ...lines].map((line) => line.join(',')).join('\n')));
  await keys.state('bulkAttributes', 'reviewing');
  await heading(keys, 'No changes to apply');

  const edited = lines.map((line, at) => [...line.slice(0, 4), at < 3 ? `Note ${at}` : '', at === 0 ? 'west' : at === 1 ? 'North' : at === 2 ? 'Wset' : '']);
  await choose(keys, csv([names, ...edited].map((line) => line.join(',')).join('\n')));
  await keys.state('bulkAttributes', 'reviewing');
  await keys.inPane('bulkAttributes');
  await expect(rows(keys).first()).toContainText('Region: West');
  await expect(keys.flow('bulkAttributes')).toContainText('2 invalid rows: fix them or leave them out · 2 unknown choices');
  expect(await values(stack)).toEqual([]);

  // The misspelled one is corrected in place.
  await keys.press('t');
  await expect(rows(keys)).toHaveCount(2);
  await keys.press('j');
  await expect(cursor(keys)).toContainText('“Wset” · Region must be one of: West, East');
  await keys.press('enter enter');
  await keys.state('palette', 'open.asking');
  await keys.retype('East');
  await keys.press('enter');
  await keys.state('bulkAttributes', 'reviewing');
  await expect(rows(keys)).toHaveCount(1);

  // The new one becomes a choice.
  await keys.palette('Add unknown choices to custom fields');
  await keys.state('bulkAttributes', 'reviewing');
  await keys.press('shift+f');
  await heading(keys, '6 cells in 3 rows to change');
  const field = await stack.owner.selectFrom('eav_attributes').select('choices').where('name', '=', 'Region').executeTakeFirstOrThrow();
  expect(field.choices.map(({ value }) => value)).toEqual(['West', 'East', 'North']);

  // The first row is left out.
  await keys.press('mod+home #');
  await expect(cursor(keys)).toContainText('Left out');
  await heading(keys, '4 cells in 2 rows to change');

  await keys.press('mod+enter');
  await keys.state('bulkAttributes', 'done');
  await expect(keys.page.getByText(bulkAttributeMessages.applied).first()).toBeVisible();
  await heading(keys, '4 cells changed');
  expect(await values(stack)).toEqual([
    [ids[1], 'Note', 'Note 1'],
    [ids[1], 'Region', 'North'],
    [ids[2], 'Note', 'Note 2'],
    [ids[2], 'Region', 'East'],
  ]);
  await keys.press('z');
  await expect.poll(() => values(stack)).toEqual([]);
  await keys.state('bulkAttributes', 'idle');
});

test('a file of the wrong kind is refused, a column nobody knows is named, and rows are pasted from a sheet', async ({ enter, stack }) => {
  await createFields(stack);
  const keys = await enter('ana');
  await choose(keys, csv('x', 'fields.txt'));
  await keys.state('bulkAttributes', 'rejected');
  await expect(keys.page.getByRole('alert').filter({ hasText: 'Choose a CSV or XLSX file' })).toBeVisible();
  await choose(keys, csv('name,number\nAna,1'));
  await keys.state('bulkAttributes', 'failed');
  await expect(keys.page.getByRole('alert').filter({ hasText: 'Download the template and edit it.' })).toBeVisible();
  const line = await stack.owner
    .selectFrom('phone_numbers')
    .select(['id', 'number'])
    .where('company_id', '=', 1)
    .where('status', '<>', 2)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await keys.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keys.page.evaluate((text) => navigator.clipboard.writeText(text), `entity_type\tid\tname\tRegoin\nNumber\t\t${line.number}\tEast`);
  await keys.palette('Update custom fields from clipboard');
  await keys.state('bulkAttributes', 'reviewing');
  await keys.inPane('bulkAttributes');
  await expect(rows(keys).first()).toContainText('No custom field is named “Regoin”');
  await keys.press('mod+home enter enter');
  await keys.state('palette', 'open.asking');
  await keys.retype('Region');
  await keys.press('enter');
  await keys.state('bulkAttributes', 'reviewing');
  await heading(keys, '1 cell in 1 row to change');
  // Another user changes the field between the check and the key that applies.
  const { id } = await stack.owner.selectFrom('eav_attributes').select('id').where('name', '=', 'Region').executeTakeFirstOrThrow();
  await stack.owner.insertInto('eav_values').values({ attribute_id: id, company_id: 1, entity_id: line.id, value: 'West' }).execute();
  await keys.press('mod+enter');
  await keys.state('bulkAttributes', 'failed');
  await expect(keys.page.getByRole('alert').filter({ hasText: 'Values changed since the check.' }).first()).toBeVisible();
  await keys.press('enter');
  await keys.state('bulkAttributes', 'reviewing');
  await expect(cursor(keys)).toContainText('West');
  await keys.press('mod+enter');
  await keys.state('bulkAttributes', 'done');
  expect(await values(stack)).toEqual([[line.id, 'Region', 'East']]);
});
