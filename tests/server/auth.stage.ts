/** A server with the outside world that signing in needs: an OpenID Connect provider and a mail server, both really running. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { expect, vi } from 'vitest';
import { routes } from '#contract/index.ts';
import { type CaughtMail, startMailCatcher } from '#sandbox/mail/catcher.ts';
import { registerMailRoutes } from '#sandbox/mail/routes.ts';
import { type OidcPerson, registerOidcRoutes } from '#sandbox/oidc/routes.ts';
import { hashPassword } from '#server/domains/auth/password.ts';
import { type Client, type Person, startServer, type TestServer } from './harness.ts';

export const auth = routes.auth;
/** The password of everybody on this stage. */
export const password = 'correct horse battery';
export const client = { clientId: 'keyline', clientSecret: 'a secret between two servers' };
/** Another app that the same provider signs people in to. */
export const stranger = { clientId: 'another-app', clientSecret: 'of another app' };
const passwordHash = hashPassword(password);

export interface Stage {
  readonly server: TestServer;
  readonly issuer: string;
  /** Somebody who can sign in with `password`. */
  account(given?: { readonly email?: string; readonly isStaff?: boolean }): Promise<Person>;
  /** A browser nobody is signed in to. */
  browser(): Client;
  /** A browser in which this person signed in with the password. */
  signedIn(person: Person): Promise<Client>;
  /** Waits for `count` mails to an address; newest first. */
  mails(to: string, count?: number): Promise<readonly CaughtMail[]>;
  /** Ways back through time: makes everything of a kind have run out. */
  expire(table: 'sessions' | 'challenges' | 'throttles'): Promise<void>;
  close(): Promise<void>;
}

/** Starts it all. `people` are known to the provider, the first being who signs in by Enter. `log` gathers every log line. */
export async function startAuth(people: readonly OidcPerson[] = [], log?: string[]): Promise<Stage> {
  const catcher = await startMailCatcher({ port: 0 });
  const sandbox = Fastify({ forceCloseConnections: true });
  await sandbox.register(registerOidcRoutes, { prefix: '/oidc', clients: [client, stranger], people });
  await sandbox.register(registerMailRoutes, { catcher });
  await sandbox.listen({ port: 0, host: '127.0.0.1' });
  const outside = `http://127.0.0.1:${(sandbox.server.address() as AddressInfo).port}`;
  const issuer = `${outside}/oidc`;
  const providers = [
    { id: 'sandbox', name: 'Sandbox', issuer, ...client },
    { id: 'gone', name: 'Gone', issuer: 'http://127.0.0.1:9/oidc', ...client },
  ];
  const mail = { smtpUrl: `smtp://127.0.0.1:${catcher.port}`, from: 'Keyline <keyline@keyline.example>' };
  const config = {
    providers,
    mail,
    catalogSender: '+12125550100',
    trustedProxies: 1,
    publicUrl: 'http://keyline.test',
    ...(log ? { logLevel: 'debug' as const } : {}),
  };
  const server = await startServer({ config, overrides: log ? { logTo: { write: (line) => void log.push(line) } } : {} });
  const past = new Date(Date.now() - 1_000);
  const mails = async (to: string) => {
    const { data } = (await (await fetch(`${outside}/mail/messages?to=${encodeURIComponent(to)}`)).json()) as { data: CaughtMail[] };
    return data;
  };
  const stage: Stage = {
    server,
    issuer,
    account: async (given = {}) => server.person({ ...given, passwordHash: await passwordHash }),
    browser: () => server.stranger(),
    async signedIn(person) {
      const browser = server.stranger();
      expect(await browser.call(auth.login, { body: { email: person.email, password } })).toMatchObject({ result: 'success' });
      return browser;
    },
    mails: (to, count = 1) =>
      vi.waitFor(
        async () => {
          const found = await mails(to);
          if (found.length < count) throw new Error(`${found.length} of ${count} mails to ${to}`);
          return found;
        },
        { timeout: 15_000, interval: 25 },
      ),
    async expire(table) {
      if (table === 'throttles') await server.owner.updateTable('throttles').set({ window_ends_at: past }).execute();
      else await server.owner.updateTable(table).set({ expires_at: past }).execute();
    },
    async close() {
      await server.close();
      await sandbox.close();
      await catcher.close();
    },
  };
  return stage;
}

/** An authenticator as a person has it on the phone; `ahead` in codes of 30 seconds. */
export const authenticator =
  (secret: string) =>
  (ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

/** Turns the second factor on; returns the authenticator and the recovery codes. The first code is used up by it. */
export async function turnMfaOn(browser: Client) {
  const { secret, otpauthUrl } = await browser.call(auth.startMfa, { body: { password } });
  expect(otpauthUrl).toContain('otpauth://totp/Keyline');
  const code = authenticator(secret);
  const confirm = () => browser.call(auth.confirmMfa, { body: { code: code(-1) } });
  // Previous codes expire when the present one ends on the way: the next is taken, as a person does.
  const { recoveryCodes } = await confirm().catch(confirm);
  return { code, recoveryCodes, secret };
}

/** The only link or code in a mail. */
export const tokenIn = (mail: CaughtMail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
export const codeIn = (mail: CaughtMail | undefined) => /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';

/** A code that is surely wrong. */
export const wrongCode = (right: string) => (right === '000000' ? '000001' : '000000');
