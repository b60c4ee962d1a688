/** Importing contacts by keyboard: what each row does is seen first, mended, saved, and taken back. */

import { writeXlsx } from 'hucre/xlsx';
import { importMessages } from '#contract/contactImports/texts.ts';
import { expect, type Keyboard, test } from './fixtures.ts';
import type { Stack } from './support/stack.ts';

type Upload = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
const csv = (name: string, text: string): Upload => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const rows = (keys: Keyboard) => keys.page.locator('[data-pane="contactImport"] [data-row]').filter({ visible: true });
const cursor = (keys: Keyboard) => keys.page.locator('[data-pane="contactImport"] [data-cursor]').filter({ visible: true });

/** Chooses a file as a person does: the command asks for it. */
async function choose(keys: Keyboard, file: Upload): Promise<void> {
  const opened = keys.page.waitForEvent('filechooser', { timeout: 12_000 });
  await keys.palette('Import contacts');
  const chooser = await opened;
  // A field outside of the page may be collected before the file is chosen.
  expect(await chooser.element().evaluate((field) => field.isConnected)).toBe(true);
  await chooser.setFiles(file);
  await expect(keys.page.locator('body > input[type="file"]')).toHaveCount(0);
}

/** Names and cities of contacts whose names begin alike. */
const people = async (stack: Stack, start: string) =>
  (
    await stack.owner
      .selectFrom('contacts')
      .select(['name', 'number', 'city'])
      .where('name', 'like', `${start}%`)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute()
  ).map(({ name, number, city }) => [name, number, city]);

test('a file is checked row by row, a number is fixed, a row left out, the rest saved into a group and taken back', async ({ enter, stack }) => {
  const keys = await enter('ana');
  await keys.press('g o');
  await keys.inPane('contacts');
  await choose(
    keys,
    csv(
      'people.csv',
      [
        'First Name,Last Name,Phone 1 - Value,City,Shoe size',
        'Imported,Ann,(212) 555-0141,Rome,38',
        'Imported,Bo,212-555-014,Oslo,39',
        'Imported,Cy,2125550143,Bern,40',
        'Imported,Cy again,+1 212 555 0143,Bern,41',
        'Imported,Di,2125550144,Lima,42',
      ].join('\n'),
    ),
  );
  await keys.state('contactImport', 'ready.reviewing');
  await keys.inPane('contactImport');
  await expect(rows(keys)).toHaveCount(5);
  await expect(keys.page.getByRole('heading', { name: '3 rows to save, 2 skipped' })).toBeVisible();
  await expect(keys.flow('contactImport')).toContainText('1 column is not imported');
  expect(await people(stack, 'Imported')).toEqual([]);
  await keys.press('t');
  await expect(rows(keys)).toHaveCount(2);
  await expect(cursor(keys)).toContainText('Not a phone number');
  await keys.press('enter enter');
  await keys.state('palette', 'open.asking');
  await keys.retype('212-555-0142');
  await keys.press('enter');
  await expect(rows(keys)).toHaveCount(1);
  await expect(cursor(keys)).toContainText('An earlier row has this number');
  await keys.press('shift+f');
  await keys.state('contactImport', 'ready.reviewing');
  await expect(rows(keys)).toHaveCount(5);
  await keys.press('mod+end #');
  await expect(cursor(keys)).toContainText('Left out');
  await keys.press('v');
  await keys.state('palette', 'open.asking');
  await keys.type('Autumn list');
  await expect(keys.page.getByRole('option', { name: /Create group “Autumn list”/ })).toBeVisible();
  await keys.press('enter');
  await expect(keys.page.getByRole('button', { name: 'Group: Autumn list' })).toBeVisible();
  await keys.state('contactImport', 'ready.reviewing');
  await keys.press('mod+enter');
  await keys.state('contactImport', 'done');
  await expect(keys.page.getByText(importMessages.added).first()).toBeVisible();
  const saved = [
    ['Imported Ann', '+12125550141', 'Rome'],
    ['Imported Bo', '+12125550142', 'Oslo'],
    ['Imported Cy', '+12125550143', 'Bern'],
  ];
  expect(await people(stack, 'Imported')).toEqual(saved);
  const { contact_count } = await stack.owner.selectFrom('contact_groups').select('contact_count').where('name', '=', 'Autumn list').executeTakeFirstOrThrow();
  expect(contact_count).toBe(3);
  await keys.press('z');
  await expect.poll(() => people(stack, 'Imported')).toEqual([]);
  await keys.state('contactImport', 'idle');
});

test('a file without a name and a number is refused in the specification’s words, until its columns are mapped', async ({ enter, stack }) => {
  const keys = await enter('ana');
  await keys.press('g o');
  await keys.inPane('contacts');
  await choose(keys, csv('people.txt', 'name,number\nAnn,2125550151'));
  await keys.state('contactImport', 'rejected');
  await expect(keys.page.getByRole('alert').filter({ hasText: importMessages.wrongFile })).toBeVisible();
  await choose(keys, csv('list.csv', 'Who,Reach\nMapped Ann,2125550151'));
  await keys.state('contactImport', 'rejected');
  await expect(keys.page.getByRole('alert').filter({ hasText: importMessages.wrongFile })).toBeVisible();
  for (const [column, field] of [
    ['Who', 'Name'],
    ['Reach', 'Phone'],
  ] as const) {
    await keys.press('m');
    await keys.state('palette', 'open.asking');
    await keys.type(column);
    await keys.press('enter');
    await keys.type(field);
    await keys.press('enter');
  }
  await keys.state('contactImport', 'ready.reviewing');
  await keys.press('mod+enter');
  await keys.state('contactImport', 'done');
  expect(await people(stack, 'Mapped')).toEqual([['Mapped Ann', '+12125550151', null]]);
});

test('a workbook says what it changes of contacts that are there, and rows are pasted from a sheet', async ({ enter, stack }) => {
  const keys = await enter('ana');
  await keys.press('g o');
  await keys.inPane('contacts');
  const book = await writeXlsx({
    sheets: [
      {
        name: 'People',
        rows: [
          ['name', 'number', 'city'],
          ['Booked Ann', 12125550161, 'Rome'],
        ],
      },
    ],
  });
  const file = { name: 'people.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: Buffer.from(book) };
  await choose(keys, file);
  await keys.state('contactImport', 'ready.reviewing');
  await keys.press('mod+enter');
  await keys.state('contactImport', 'done');
  expect(await people(stack, 'Booked')).toEqual([['Booked Ann', '+12125550161', 'Rome']]);
  await keys.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keys.page.evaluate(() => navigator.clipboard.writeText('name\tnumber\tcity\nBooked Ann\t212-555-0161\tMilan\nBooked Ann\t2125550161\t'));
  await keys.palette('Import contacts from clipboard');
  await keys.state('contactImport', 'ready.reviewing');
  await expect(cursor(keys)).toContainText('City: Rome → Milan');
  // Somebody changes the contact between the check and the key that saves.
  await stack.owner.updateTable('contacts').set({ city: 'Turin', updated_at: new Date() }).where('number', '=', '+12125550161').execute();
  await keys.press('mod+enter');
  await keys.state('contactImport', 'done');
  await expect(keys.page.getByRole('heading', { name: '0 rows saved' })).toBeVisible();
  await expect(keys.flow('contactImport')).toContainText('1 row not saved: the contact changed after the check');
  await expect(rows(keys).first()).toContainText('Not saved');
  expect(await people(stack, 'Booked')).toEqual([['Booked Ann', '+12125550161', 'Turin']]);
  await choose(keys, file);
  await keys.state('contactImport', 'ready.reviewing');
  await expect(cursor(keys)).toContainText('City: Turin → Rome');
  await keys.press('mod+enter');
  await keys.state('contactImport', 'done');
  await expect(keys.page.getByRole('heading', { name: '1 row saved' })).toBeVisible();
  await choose(keys, file);
  await keys.state('contactImport', 'ready.reviewing');
  await expect(keys.page.getByRole('heading', { name: '0 rows to save, 1 skipped' })).toBeVisible();
  await expect(rows(keys)).toContainText('Unchanged');
});
