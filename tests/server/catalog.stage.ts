/** The consumer catalog with its carrier and mail: accounts, and the codes they are sent. */
import { expect } from 'vitest';
import { routes } from '#contract/index.ts';
import { type MailCatcher, startMailCatcher } from '#sandbox/mail/catcher.ts';
import { type Client, Refused } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';

const { catalog } = routes;
export const password = 'umbrella lantern orbit';
const catalogSender = '+12125550100';

const digits = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0];

/** Helpers of its tests; they work once `start` has. */
export function createCatalogStage() {
  let catcher: MailCatcher;
  let outside: Outside;
  let count = 0;
  const mailsTo = (address: string) => [...catcher.messages(address)].sort((a, b) => b.id - a.id);
  const texts = (to: string) => outside.sandbox.ledger.list({ from: catalogSender, to });
  const stranger = () => outside.server.stranger();
  const newEmail = () => {
    count += 1;
    return `ana${count}@example.com`;
  };
  /** The code in the newest mail to an address, once there are so many. */
  const mailedCode = async (email: string, mails = 1): Promise<string> => {
    await expect.poll(() => mailsTo(email).length, { timeout: 20_000 }).toBe(mails);
    const code = digits(mailsTo(email)[0]?.text);
    if (code === undefined) throw new Error('No code in the mail');
    return code;
  };
  return {
    async start(): Promise<Outside> {
      catcher = await startMailCatcher({ port: 0 });
      const mail = { smtpUrl: `smtp://127.0.0.1:${catcher.port}`, from: 'Keyline <keyline@keyline.example>' };
      outside = await startOutside({ config: { catalogSender, trustedProxies: 1, mail } });
      return outside;
    },
    async close() {
      await outside.close();
      await catcher.close();
    },
    mailsTo,
    mailedCode,
    stranger,
    newEmail,
    newPhone: () => {
      count += 1;
      return `+1646555${String(1_000 + count)}`;
    },
    /** The code in the newest text to a number, once there are so many. */
    async textedCode(phone: string, sent = 1): Promise<string> {
      await expect.poll(() => texts(phone).length, { timeout: 20_000 }).toBe(sent);
      const code = digits(texts(phone)[0]?.body);
      if (code === undefined) throw new Error('No code in the text');
      return code;
    },
    /** A new account. Networks have budgets: `from` is another one than that of the other tests. */
    async signUp(from?: string): Promise<{ readonly client: Client; readonly email: string; readonly id: number }> {
      const email = newEmail();
      const client = stranger();
      const given = { provider: 'email', credentials: { email, password } };
      const headers: Readonly<Record<string, string>> = from === undefined ? {} : { 'x-forwarded-for': from };
      await client.call(catalog.register, { body: given, headers });
      const session = await client.call(catalog.register, { body: { ...given, code: await mailedCode(email) }, headers });
      if (session.token === undefined || session.accountId === undefined) throw new Error('No session');
      client.bearer = session.token;
      return { client, email, id: session.accountId };
    },
  };
}

export const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

/** Status and code of a refusal; throws where there was none. */
export async function refusal(asked: Promise<unknown>): Promise<[number, string]> {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('This was not refused');
  return [error.status, error.code];
}
