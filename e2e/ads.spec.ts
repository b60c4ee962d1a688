/** Meta and Microsoft Ads, by keyboard alone: connected by consent, and what is told chosen in the palette. The lead of a click is told in `googleAds.spec.ts`. */
import { expect, type Keyboard, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';

const pane = (keys: Keyboard) => keys.page.locator('[data-pane="integrations"]').filter({ visible: true }).first();

/** Connects a vendor, by the first button of its consent page, which has the keyboard. */
async function connect(keys: Keyboard, vendor: string, title: string): Promise<void> {
  await keys.begin(`Connect ${vendor}`);
  await expect(keys.page.getByRole('heading', { name: title })).toBeVisible();
  await expect(keys.page.getByRole('button').first()).toBeFocused();
  await keys.press('Enter');
  await keys.state('companySwitch', 'idle');
  await keys.settled();
  await expect(keys.page.getByText(new RegExp(`^${vendor} connected\\.`)).first()).toBeVisible();
}

test('Meta Ads and Microsoft Ads are connected side by side, and each is told what was chosen for it', async ({ enter }) => {
  const keys = await enter('ana');
  const rowOf = (vendor: string) => pane(keys).getByRole('row', { name: new RegExp(vendor) });
  const choose = async (vendor: string, title: string, ...args: readonly string[]) => {
    await keys.cursorTo('integrations', vendor);
    await keys.begin(title, args);
    await keys.state('palette', 'open.reviewing');
    await keys.press('enter');
    await keys.state('palette', 'closed');
  };
  const act = async (vendor: string, ...words: readonly [string, ...string[]]) => {
    await keys.cursorTo('integrations', vendor);
    await keys.palette(...words);
  };

  await connect(keys, 'Meta Ads', 'Keyline wants access to your businesses at Meta');
  await choose('Meta Ads', 'Choose pixel', 'Harbor Bikes ads', 'Harbor shop', 'Shop lead');
  await expect(rowOf('Meta Ads')).toContainText('On');
  await expect(rowOf('Meta Ads')).toContainText('Harbor shop');

  await connect(keys, 'Microsoft Ads', 'Let this app access your info?');
  await choose('Microsoft Ads', 'Choose Microsoft Ads account', 'Harbor Rentals');
  await expect(rowOf('Microsoft Ads')).toContainText('On');
  await expect(rowOf('Microsoft Ads')).toContainText('Harbor Rentals');
  expect(await findFaults(keys.page)).toEqual([]);

  await act('Meta Ads', 'Toggle conversion', 'Appointment');
  await expect(rowOf('Meta Ads')).not.toContainText('appointment');
  await expect(rowOf('Microsoft Ads')).toContainText('appointment');
  await keys.cursorTo('integrations', 'Microsoft Ads');
  await keys.find('Set conversion rule');
  await keys.press('enter');
  await keys.state('palette', 'open.asking');
  await keys.page.keyboard.insertText('Lead');
  await keys.press('enter');
  await keys.page.keyboard.insertText('tag:unheard-of');
  await keys.press('enter');
  await expect(keys.page.getByText('No tag named “unheard-of”')).toBeVisible();
  await keys.retype('longer:60');
  await keys.press('enter');
  await keys.state('palette', 'open.reviewing');
  await expect(keys.page.getByText('From now on Microsoft Ads is told of leads that fit longer:60. In the last 30 days:')).toBeVisible();
  expect(await findFaults(keys.page)).toEqual([]);
  await keys.press('enter');
  await keys.state('palette', 'closed');
  await expect(rowOf('Microsoft Ads')).toContainText('lead (longer:60)');
  await expect(rowOf('Meta Ads')).not.toContainText('longer:60');
  await keys.press('z');
  await expect(rowOf('Microsoft Ads')).not.toContainText('longer:60');
  await act('Microsoft Ads', 'Sync integration');
  await expect(keys.page.getByText('Nothing was due').last()).toBeVisible();

  await keys.page.reload();
  await keys.state('companySwitch', 'idle');
  await expect(rowOf('Meta Ads')).toContainText('Harbor shop');
  await expect(rowOf('Microsoft Ads')).toContainText('Harbor Rentals');
});
