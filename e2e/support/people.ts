/** Users of the demo world, and their sign-in by keyboard. */
import type { BrowserContext } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { demoMfaSecret, demoPassword } from '#sandbox/world/people.ts';
import type { Keyboard } from './keyboard.ts';
import { headersOf } from './wire.ts';

export const password = demoPassword;
/** Owner, administrator, the agent in all companies, the reader, the one with a second factor, and support staff. */
export const people = {
  ana: 'ana@northwind.example',
  jo: 'jo@northwind.example',
  uma: 'uma@northwind.example',
  ravi: 'ravi@northwind.example',
  beatriz: 'beatriz@northwind.example',
  mira: 'mfa@northwind.example',
  staff: 'staff@keyline.example',
} as const;
export type Who = keyof typeof people;

/** Code the authenticator shows now; `ahead` in codes of 30 seconds. */
export const code = (ahead = 0): string => new TOTP({ secret: Secret.fromBase32(demoMfaSecret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

const needsCode = (who: Who) => who === 'mira' || who === 'staff';

/** Makes a call as the app makes it, with the browser's cookies and no page. */
async function post(context: BrowserContext, url: string, path: string, data: object): Promise<void> {
  const reply = await context.request.post(`${url}/api${path}`, { data, headers: await headersOf(context, url) });
  if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
}

/** Signs a browser in without its page, for tests of what comes after it. */
export async function openSession(context: BrowserContext, url: string, who: Who): Promise<void> {
  await context.request.get(`${url}/api/csrf-cookie`);
  await post(context, url, '/sanctum/login', { email: people[who], password });
  if (needsCode(who)) await post(context, url, '/sanctum/mfa', { code: code() });
}

/** Signs in at the page that is open, by keyboard, until the company is there. */
export async function signIn(keys: Keyboard, who: Who): Promise<void> {
  await keys.state('login', 'anonymous');
  await keys.focused('email');
  await keys.type(people[who]);
  await keys.press('enter');
  await keys.focused('password');
  await keys.type(password);
  await keys.press('enter');
  if (needsCode(who)) {
    await keys.state('login', 'mfaRequired.code');
    await keys.focused('code');
    await keys.type(code());
  }
  await keys.state('companySwitch', 'idle');
}
