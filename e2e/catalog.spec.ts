/** The consumer catalog at its own address, by keyboard alone: in by a texted code, numbers chosen and kept, an invitation, the account and its end. */
import { expect, type Keyboard, type Stack, test } from './fixtures.ts';
import { findFaults } from './support/axe.ts';
import { catalogSender } from './support/stack.ts';

test.use({ hasCatalog: true, reducedMotion: 'reduce' });

const phone = '+16465550142';

/** The code in the newest text to a number, once there are so many. */
async function textedCode({ sandbox }: Stack, to: string, count: number): Promise<string> {
  const list = () => sandbox.ledger.list({ from: catalogSender, to });
  await expect.poll(() => list().length).toBe(count);
  return /\b\d{6}\b/.exec(list()[0]?.body ?? '')?.[0] ?? '';
}

/** Nothing is found by axe, in both themes. */
async function looks({ page }: Keyboard, screen: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${screen}-${colorScheme}.png` });
    expect.soft(await findFaults(page), `${screen}, ${colorScheme}`).toEqual([]);
  }
}

/** Runs a command by its title, from the palette. */
async function run({ page }: Keyboard, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText(title);
  await expect(page.getByRole('option', { selected: true })).toContainText(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function signUp(keys: Keyboard, stack: Stack): Promise<void> {
  await keys.page.goto(`${stack.url}/catalog`);
  await keys.focused('phone');
  await looks(keys, 'sign-in');
  await run(keys, 'Create account');
  await expect(keys.page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await keys.focused('phone');
  await keys.type(phone);
  await keys.press('enter');
  await keys.state('catalogSign', 'coding');
  await keys.focused('code');
  await looks(keys, 'code');
  await keys.type(await textedCode(stack, phone, 1));
}

test('in by phone code; random, replace, add; two of three', async ({ keys, stack }) => {
  test.setTimeout(240_000);
  const { page } = keys;
  await signUp(keys, stack);
  await keys.state('catalogActivation', 'choosing');
  await looks(keys, 'empty');
  const offers = page.getByRole('group', { name: 'Offered numbers' }).getByRole('option');
  await keys.press(']');
  await expect(offers).toHaveCount(5);
  await looks(keys, 'offers');
});
