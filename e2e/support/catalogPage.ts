/** The consumer catalog by keyboard: its palette, an account that is there already, and what it has. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Offer, Owned } from '#machines/catalogActivation/index.ts';
import { hashPassword } from '#server/domains/auth/password.ts';
import type { Keyboard } from './keyboard.ts';
import { catalogSender, type Stack } from './stack.ts';

/** Runs a command of the catalog by its title, from the palette. */
export async function runInCatalog({ page }: Keyboard, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText(title);
  await expect(page.getByRole('option', { selected: true })).toContainText(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The one of these texts for what happens; throws for what has none. */
export function getText<T>(texts: Readonly<Record<string, T>>, name: string): T {
  const text = texts[name];
  if (text === undefined) throw new Error(`${name} has no text here`);
  return text;
}

/** Waits until the page of an account has read what it shows, and hears of changes. */
export async function untilRead(page: Page): Promise<void> {
  await expect(page.locator('[data-usage]')).toContainText('Live');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

const readCode = async (list: () => readonly (string | null | undefined)[], count: number): Promise<string> => {
  await expect.poll(() => list().length).toBe(count);
  return /\b\d{6}\b/.exec(list()[0] ?? '')?.[0] ?? '';
};

/** The code in the newest text to a number, once there are so many. */
export const readTextedCode = ({ sandbox }: Stack, to: string, count: number): Promise<string> =>
  readCode(() => sandbox.ledger.list({ from: catalogSender, to }).map(({ body }) => body), count);

/** The code in the newest mail to an address, once there are so many. */
export const readMailedCode = (stack: Stack, to: string, count: number): Promise<string> => readCode(() => stack.mails(to).map(({ text }) => text), count);

/** Credentials of an account: one of an email has a password. */
type AccountAddress = { readonly phone: string } | { readonly email: string; readonly password: string };

/** Has an account there, as if it had signed up before; its id. */
export async function ensureAccount({ owner }: Stack, address: AccountAddress): Promise<number> {
  const found = owner.selectFrom('catalog_accounts').select('id');
  const known = await ('phone' in address ? found.where('phone', '=', address.phone) : found.where('email', '=', address.email)).executeTakeFirst();
  if (known) return known.id;
  const values = 'phone' in address ? { phone: address.phone } : { email: address.email, password_hash: await hashPassword(address.password) };
  return (await owner.insertInto('catalog_accounts').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

const token = 'a-session-of-the-browser-that-is-tested';

/** Signs a browser in to the catalog without its page, for tests of what comes after it; the account's id. */
export async function openAccount(context: BrowserContext, stack: Stack): Promise<number> {
  const accountId = await ensureAccount(stack, { phone: '+16465550123' });
  const values = { account_id: accountId, token_hash: stack.built.services.sealer.hash(token), expires_at: new Date(Date.now() + 3_600_000) };
  await stack.owner.insertInto('catalog_sessions').values(values).execute();
  const session = { accountId, token, iapId: 'an-id', plan: 'pay_as_you_go', subscriptionStatus: 'not_subscribed' };
  await context.addInitScript((kept) => localStorage.setItem('keyline.catalog', kept), JSON.stringify(session));
  return accountId;
}

/** Has the pages of an account read everything again, as after a change of its use. */
export const tellAccount = ({ owner }: Stack, accountId: number) => sql`select pg_notify('keyline_accounts', ${String(accountId)})`.execute(owner);

interface Goods {
  readonly numbers: readonly Owned[];
  readonly offers: readonly Offer[];
}

const heldUntil = () => new Date(Date.now() + 600_000);

/** Gives an account these numbers and offers and no others, and waits until its page, where it is open, has read them. */
export async function setNumbers(stack: Stack, page: Page, accountId: number, { numbers, offers }: Goods): Promise<void> {
  const rows = [
    ...numbers.map(({ id, number, isActive, willBeRemovedAt, state, reason }) => ({
      ...{ id, number, state, reason, account_id: accountId, is_active: isActive, held_until: null },
      will_be_removed_at: willBeRemovedAt === null ? null : new Date(willBeRemovedAt),
    })),
    ...offers.map(({ id, number }) => ({
      ...{ id, number, state: 'offered' as const, reason: null, account_id: accountId, is_active: false, held_until: heldUntil() },
      will_be_removed_at: null,
    })),
  ];
  await stack.owner.transaction().execute(async (trx) => {
    await trx.deleteFrom('catalog_numbers').where('account_id', '=', accountId).execute();
    if (rows.length > 0) await trx.insertInto('catalog_numbers').values(rows).execute();
  });
  if (page.url() === 'about:blank') return;
  const isRead = (path: string) => page.waitForResponse((response) => response.url().endsWith(path) && response.request().method() === 'GET');
  const read = Promise.all([isRead('/api/caddy/numbers'), isRead('/api/caddy/catalog')]);
  await tellAccount(stack, accountId);
  await read;
  await untilRead(page);
}
