/** Installations that may start: every combination of settings and users that opens one to strangers is refused. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Environment, readSettings } from '#scripts/lib/settings.ts';
import { readConfig } from '#server/config.ts';
import { allowsDemoUsers, assertSafeSettings, findRisks, type Situation } from '#server/safety.ts';

const random = () => randomBytes(32).toString('base64');
const safe: Situation = {
  publicUrl: 'http://localhost:4400',
  host: 'localhost',
  trustedProxies: 1,
  hasSandbox: true,
  hasCarrier: true,
  wantsDemo: false,
  cards: null,
  secrets: { KEYLINE_SECRET: random() },
  users: { demo: 0, staffWithoutFactor: [] },
};
const errorsOf = (given: Partial<Situation>) =>
  findRisks({ ...safe, ...given })
    .filter(({ severity }) => severity === 'error')
    .map(({ rule }) => rule);
const warningsOf = (given: Partial<Situation>) =>
  findRisks({ ...safe, ...given })
    .filter(({ severity }) => severity === 'warning')
    .map(({ rule }) => rule);

const places = [
  { place: 'a trial on a laptop', hasSandbox: true, publicUrl: 'http://localhost:4400', isLive: false },
  { place: 'real vendors over http', hasSandbox: false, publicUrl: 'http://localhost:4400', isLive: true },
  { place: 'real vendors over https', hasSandbox: false, publicUrl: 'https://phones.example.com', isLive: true },
] as const;

describe('an installation', () => {
  test.each(places)('that is $place and has nothing of the demo starts without a word', ({ hasSandbox, publicUrl }) => {
    expect(findRisks({ ...safe, hasSandbox, publicUrl })).toEqual([]);
  });

  test('that has neither sandbox nor carrier says that nothing is sent', () => {
    expect(warningsOf({ hasSandbox: false, hasCarrier: false })).toEqual(['no-carrier']);
  });

  test('that is reached by https never plays the outside world', () => {
    expect(errorsOf({ publicUrl: 'https://phones.example.com' })).toEqual(['sandbox-https']);
  });

  describe.each(places)('that is $place', ({ hasSandbox, publicUrl, isLive }) => {
    const here = { hasSandbox, publicUrl };
    const onlyHere = (rule: string) => (isLive ? [rule] : []);

    test('with demo users wanted', () => expect(errorsOf({ ...here, wantsDemo: true })).toEqual(onlyHere('demo-wanted')));
    test('with demo users in its data', () => expect(errorsOf({ ...here, users: { demo: 7, staffWithoutFactor: [] } })).toEqual(onlyHere('demo-present')));
    test('with staff who have no second factor', () =>
      expect(errorsOf({ ...here, users: { demo: 0, staffWithoutFactor: [12] } })).toEqual(onlyHere('staff-without-factor')));
    test.each([
      ['KEYLINE_SECRET', Buffer.alloc(32).toString('base64')],
      ['KEYLINE_SECRET', Buffer.from('keylinekeylinekeylinekeylinekeyline').toString('base64')],
      ['PUSHER_SECRET', 'keyline'],
      ['CARRIER_AUTH_TOKEN', 'a-token-of-the-sandbox-carrier'],
    ])('with a %s that can be guessed', (name, secret) => {
      const secrets = { ...safe.secrets, [name]: secret };
      expect(errorsOf({ ...here, secrets })).toEqual(onlyHere('known-secret'));
      expect(errorsOf({ ...here, secrets, host: '0.0.0.0' })).toEqual(['known-secret']);
    });
  });

  test('names all that is wrong at once, and what to do about each', () => {
    const found = findRisks({
      ...safe,
      publicUrl: 'https://phones.example.com',
      wantsDemo: true,
      secrets: { KEYLINE_SECRET: 'A'.repeat(44) },
      users: { demo: 7, staffWithoutFactor: [3, 9] },
    });
    expect(found.map(({ rule }) => rule)).toEqual(['sandbox-https', 'demo-wanted', 'demo-present', 'staff-without-factor', 'known-secret']);
    expect(found.map(({ message }) => message).join('\n')).toMatch(
      /KEYLINE_SANDBOX=0[\s\S]*KEYLINE_DEMO=0[\s\S]*npm run accounts -- disable-demo[\s\S]*user 3, user 9[\s\S]*revoke-staff[\s\S]*openssl rand/,
    );
  });

  test('is warned of what it may have meant', () => {
    expect(warningsOf({ wantsDemo: true, host: '0.0.0.0' })).toEqual(['demo-on-network']);
    expect(warningsOf({ hasSandbox: false, publicUrl: 'http://phones.internal' })).toEqual(['plain-http']);
    expect(warningsOf({ hasSandbox: false, publicUrl: 'https://phones.example.com', trustedProxies: 0 })).toEqual(['proxy-not-trusted']);
  });
});

describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyline-safety-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const settingsOf = (given: Environment) => readSettings({ KEYLINE_DATA: folder, ...given }, true);
  const startOf = (given: Environment) => assertSafeSettings(readConfig({ DATABASE_URL: 'postgres://a@b/c', ...settingsOf(given).environment }));
  const live = { KEYLINE_SANDBOX: '0', KEYLINE_PUBLIC_URL: 'https://phones.example.com', KEYLINE_TRUSTED_PROXIES: '1' };

  test('makes demo data by default, and with the sandbox off never by itself', () => {
    expect(settingsOf({}).wantsDemo).toBe(true);
    expect(settingsOf({ KEYLINE_DEMO: '0' }).wantsDemo).toBe(false);
    expect(settingsOf({ KEYLINE_SANDBOX: '0' }).wantsDemo).toBe(false);
    expect(settingsOf({}).environment.KEYLINE_DEMO_USERS).toContain('ana@northwind.example');
    for (const given of [{ KEYLINE_DEMO: '0' }, { KEYLINE_SANDBOX: '0' }]) expect(settingsOf(given).environment).not.toHaveProperty('KEYLINE_DEMO_USERS');
    expect(startOf({})).toEqual([]);
    expect(startOf({ ...live, CARRIER_ACCOUNT_SID: 'AC1', CARRIER_AUTH_TOKEN: random() })).toEqual([]);
  });

  test('refuses demo data that are asked for where the sandbox is off, and the sandbox where people come by https', () => {
    expect(() => startOf({ ...live, KEYLINE_DEMO: '1' })).toThrow(/Demo users would be created/);
    expect(() => startOf({ ...live, KEYLINE_SANDBOX: '1' })).toThrow(/the sandbox plays the carrier/);
  });

  test('lets demo users in beside the sandbox over http alone', () => {
    const sandboxUrl = 'http://localhost:4401';
    expect(allowsDemoUsers({ publicUrl: 'http://localhost:4400', sandboxUrl })).toBe(true);
    expect(allowsDemoUsers({ publicUrl: 'https://phones.example.com', sandboxUrl })).toBe(false);
    expect(allowsDemoUsers({ publicUrl: 'http://localhost:4400', sandboxUrl: null })).toBe(false);
  });
});
