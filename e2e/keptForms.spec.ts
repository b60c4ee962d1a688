/** Forms that are left with Escape, by keyboard alone: what was typed waits, its list says so, and it is gone when it is discarded. Greetings have theirs in greetings.spec.ts. */
import { expect, test } from './fixtures.ts';
import type { Keyboard } from './support/keyboard.ts';

interface Form {
  readonly place: string;
  readonly pane: string;
  readonly flow: string;
  readonly create: string;
  readonly field: string;
  readonly typed: string;
  /** As the list says that it is not saved. */
  readonly unsaved: string;
  readonly discard: string;
}

const forms: readonly Form[] = [
  {
    place: 'Go to DNI pools',
    pane: 'dniPools',
    flow: 'dniPool',
    create: 'Create DNI pool',
    field: 'name',
    typed: 'Spring ads',
    unsaved: 'Not saved: “Spring ads”.',
    discard: 'DNI pool: Discard changes',
  },
  {
    place: 'Go to Integrations',
    pane: 'integrations',
    flow: 'ga4Integration',
    create: 'Connect Google Analytics',
    field: 'measurementId',
    typed: 'G-HARBOR0001',
    unsaved: 'Not saved: “G-HARBOR0001”.',
    discard: 'GA4 integration: Discard changes',
  },
];

const readField = async (keys: Keyboard, field: string) => keys.page.locator(`[data-field="${field}"]`).inputValue();

for (const { place, pane, flow, create, field, typed, unsaved, discard } of forms)
  test(`${create}: Escape keeps what was typed, and discarding forgets it`, async ({ enter }) => {
    const keys = await enter('ana');
    await keys.palette(place);
    await keys.inPane(pane);
    const list = keys.page.locator(`[data-pane="${pane}"]`).filter({ visible: true }).first();
    await keys.palette(create);
    await keys.state(flow, 'editing');
    await keys.focused(field);
    await keys.type(typed);
    await keys.press('escape');
    await keys.press('escape');
    await expect(list).toContainText(unsaved);
    // Another place and back: it is still there.
    await keys.palette('Go to Calls');
    await keys.inPane('calls');
    await keys.palette(place);
    await expect(list).toContainText(unsaved);
    await keys.palette(create);
    await keys.state(flow, 'editing');
    expect(await readField(keys, field)).toBe(typed);
    await keys.palette(discard);
    await expect(list).not.toContainText('Not saved');
    await keys.palette(create);
    await keys.state(flow, 'editing');
    expect(await readField(keys, field)).toBe('');
  });

test('a draft of a pool that was deleted elsewhere is told of no longer: it can’t be opened', async ({ enter, stack }) => {
  const { id: company_id } = await stack.owner.selectFrom('companies').select('id').where('slug', '=', 'northwind-motors').executeTakeFirstOrThrow();
  await stack.owner
    .insertInto('dni_pools')
    .values({ company_id, name: 'Old ads', source: 'always', origins: ['harbor-bikes.example'], target_numbers: ['+14155550100'] })
    .execute();
  const keys = await enter('ana');
  const list = keys.page.locator('[data-pane="dniPools"]').filter({ visible: true }).first();
  await keys.palette('Go to DNI pools');
  await keys.cursorTo('dniPools', 'Old ads');
  await keys.press('enter');
  await keys.state('dniPool', 'editing');
  await keys.focused('name');
  await keys.retype('New ads');
  await keys.press('escape');
  await keys.press('escape');
  await expect(list).toContainText('Not saved: “New ads”. Open it to go on.');
  await stack.owner.deleteFrom('dni_pools').where('company_id', '=', company_id).execute();
  await keys.palette('Refresh list');
  await expect(list).toContainText('No pools yet.');
  await expect(list).not.toContainText('Not saved');
});

for (const [place, view] of [
  ['Go to Support', 'support'],
  ['Go to Email sender', 'emailSender'],
  ['Go to Custom domain', 'customDomain'],
] as const)
  test(`${place}: Escape leaves the field with what was typed, and the next key is a command`, async ({ enter }) => {
    const keys = await enter('ana');
    await keys.palette(place);
    const field = keys.page.locator(`[data-pane="${view}"]`).locator('textarea, input').first();
    await expect(field).toBeFocused();
    await keys.type('harbor');
    await keys.press('escape');
    await expect(field).not.toBeFocused();
    await expect(field).toHaveValue('harbor');
    await keys.press('g c');
    await keys.inPane('calls');
    await keys.palette(place);
    await expect(field).toHaveValue('harbor');
  });
