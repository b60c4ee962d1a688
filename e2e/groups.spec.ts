/** Groups and labels of contacts, by keyboard: the selection, all that match, a saved filter, and back. */
import { expect, type Keyboard, test } from './fixtures.ts';

const cursor = (keys: Keyboard, pane: string) => keys.page.locator(`[data-pane="${pane}"] [data-cursor]`).filter({ visible: true });
const notice = (keys: Keyboard, text: string | RegExp) => keys.page.getByText(text).filter({ visible: true }).first();

async function openContacts(keys: Keyboard): Promise<void> {
  await keys.press('g o');
  await keys.inPane('contacts');
  await expect(cursor(keys, 'contacts')).toHaveCount(1);
}

test('two chosen contacts go into a new group, are shown by it, and undo takes them out', async ({ enter }) => {
  const keys = await enter('ana');
  await openContacts(keys);
  await keys.press('x j x v');
  await keys.state('palette', 'open.asking');
  await keys.type('Autumn drive');
  await expect(keys.page.getByRole('option', { name: /Create group “Autumn drive”/ })).toBeVisible();
  await keys.press('enter');
  await expect(notice(keys, '2 contacts added to “Autumn drive”')).toBeVisible();
  await keys.palette('Go to Groups');
  await keys.inPane('groups');
  await keys.press('/');
  await keys.retype('autumn');
  await keys.press('enter');
  await expect(cursor(keys, 'groups')).toContainText('Autumn drive');
  await keys.press('enter');
  await keys.inPane('contacts');
  await expect(keys.page.locator('[data-pane="contacts"] [data-row]').filter({ visible: true })).toHaveCount(2);
  await expect(keys.page).toHaveURL(/contacts.*group=\d+/);
  await expect(keys.page.getByRole('button', { name: 'Autumn drive' }).first()).toBeVisible();
  await keys.press('z');
  await expect(keys.page.locator('[data-pane="contacts"]').getByText('No contact matches this filter.')).toBeVisible();
  await keys.palette('Show contacts in all groups');
  await expect(cursor(keys, 'contacts')).toHaveCount(1);
});

test('all that match a filter get a label as a batch that undo takes back; the filter itself is kept as a group', async ({ enter, stack }) => {
  const keys = await enter('ana');
  const { city, people } = await stack.owner
    .selectFrom('contacts')
    .innerJoin('companies', 'companies.id', 'contacts.company_id')
    .where('companies.slug', '=', 'northwind-motors')
    .where('contacts.deleted_at', 'is', null)
    .where('contacts.city', 'is not', null)
    .groupBy('contacts.city')
    .select((eb) => ['contacts.city', eb.fn.countAll<number>().as('people')])
    .orderBy('people', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await openContacts(keys);
  await keys.palette('Show contacts in a city', city ?? '');
  await expect(keys.page).toHaveURL(/city=/);
  await expect(cursor(keys, 'contacts')).toHaveCount(1);
  await keys.press('* a l');
  await keys.state('palette', 'open.asking');
  await keys.type('Neighbors');
  await expect(keys.page.getByRole('option', { name: /Create label “Neighbors”/ })).toBeVisible();
  await keys.press('enter');
  await expect(keys.flow('palette')).toContainText(/Add label “Neighbors” to \d+ contacts/);
  await keys.press('enter');
  const labelled = async () => {
    const { count } = await stack.owner
      .selectFrom('contact_labels')
      .select('contact_count as count')
      .where('label', '=', 'Neighbors')
      .executeTakeFirstOrThrow();
    return count;
  };
  await expect.poll(labelled).toBe(Number(people));
  await keys.press('z');
  await expect.poll(labelled).toBe(0);
  await keys.palette('Save contact filter as group', 'From there');
  await expect(notice(keys, /Group “From there” created/)).toBeVisible();
  await keys.palette('Go to Groups');
  await keys.inPane('groups');
  const row = keys.page.locator('[data-pane="groups"] [data-row]').filter({ hasText: 'From there' });
  await expect(row).toContainText('Saved filter');
  await keys.palette('Go to Labels');
  await keys.inPane('contactLabels');
  await expect(keys.page.locator('[data-pane="contactLabels"] [data-row]').filter({ hasText: 'Neighbors' })).toBeVisible();
});
