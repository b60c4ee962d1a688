/** The generated paths of login, company switch and outgoing message, with actors that are calls to a real server. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { routes } from '#contract/index.ts';
import { isIn } from '#machines/index.ts';
import { model as companyModel, harbor, summit } from '#tests/models/companySwitch.fixtures.ts';
import { loginModel } from '#tests/models/login.fixtures.ts';
import { model as messageModel } from '#tests/models/outgoingMessage.fixtures.ts';
import { refusals } from '#tests/models/people.ts';
import { type authenticator, password, type Stage, startAuth, turnMfaOn, wrongCode } from './auth.stage.ts';
import { Client } from './client.ts';
import type { Person, TestCompany } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { stageOf } from './stage.ts';

const emails = { ana: 'ana@harbor.example', ben: 'ben@harbor.example' } as const;
let stage: Stage;
let people: { ana: Person; ben: Person; staff: Person };
let company: { harbor: TestCompany; summit: TestCompany };
let code: ReturnType<typeof authenticator>;
let conversationId = 0;

beforeAll(async () => {
  stage = await startAuth(Object.values(emails).map((email) => ({ email, name: email })));
  const { server } = stage;
  people = { ana: await stage.account({ email: emails.ana }), ben: await stage.account({ email: emails.ben }), staff: await stage.account({ isStaff: true }) };
  await stage.server.owner.updateTable('users').set({ mfa_enabled_at: new Date() }).where('id', '=', people.staff.id).execute();
  company = { harbor: await server.company({ name: 'Harbor Dental' }), summit: await server.company({ name: 'Summit Roofing' }) };
  for (const who of [people.ana, people.ben]) for (const each of Object.values(company)) await server.membership(who, each, 'user');
  ({ code } = await turnMfaOn(await stage.signedIn(people.ana)));
  const line = await server.number(company.harbor);
  conversationId = (await stageOf(server, company.harbor).thread(line, '+13125550142')).id;
});
afterAll(() => stage.close());

/** Makes the call in the trouble that is wanted: 503 while the database is away. */
async function inTrouble<T>({ error }: Wanted, work: () => Promise<T>): Promise<T> {
  if (error?.status !== 503) return work();
  return whileAway(stage.server, work, async () => expect((await fetch(`${stage.server.url}/ready`)).status).toBe(200));
}

describePaths(
  'switching company, against the server',
  companyModel,
  () => true,
  [],
  () => {
    let browser: Client;
    return {
      begin: async () => {
        browser = await stage.server.signedIn(people.ana);
        return { company: harbor };
      },
      calls: {
        refreshCompany: ({ companyId }: { companyId: number }, wanted) => {
          const id = companyId === summit.id ? company.summit : company.harbor;
          return inTrouble(wanted, () => browser.in(id).call(routes.me.abilities));
        },
      },
    };
  },
);

const session = 'keyline_session';
const has = (value: unknown, part: string) => JSON.stringify(value ?? '').includes(part);

/** One browser, and the world around it. */
function signingIn(): World {
  const { owner } = stage.server;
  const browser = stage.browser();
  const become = async (who: Person, impersonator?: Person) => {
    const other = await stage.server.signedIn(who, impersonator ? { impersonator } : {});
    browser.cookies.set(session, other.cookies.get(session) ?? '');
    browser.cookies.delete('XSRF-TOKEN');
  };
  /** The session is gone, whatever the browser shows. */
  const leave = () => {
    browser.cookies.delete(session);
    browser.cookies.delete('XSRF-TOKEN');
  };
  const secondFactor = (isOn: boolean) =>
    owner
      .updateTable('users')
      .set({ mfa_enabled_at: isOn ? sql`now()` : null, mfa_last_step: null })
      .where('id', '=', people.ana.id)
      .execute();
  const throttled = async <T>({ error }: Wanted, key: string, work: () => Promise<T>): Promise<T> => {
    if (error?.status === 429)
      await owner
        .insertInto('throttles')
        .values({ key, count: 1_000, window_ends_at: new Date(Date.now() + 30_000) })
        .execute();
    try {
      return await work();
    } finally {
      await owner.deleteFrom('throttles').execute();
    }
  };
  const logIn = (given = password) => browser.call(routes.auth.login, { body: { email: emails.ana, password: given } });
  return {
    begin: async () => ({ session: { kind: 'cookie' } }),
    calls: {
      loadPerson: async (_: unknown, wanted) => {
        if (wanted.error?.status === 401) leave();
        else if (has(wanted.output, '"isAdmin":true')) await become(people.ana, people.staff);
        else await become(has(wanted.output, emails.ben) ? people.ben : people.ana);
        return inTrouble(wanted, () => browser.call(routes.auth.currentUser));
      },
      signIn: async (_: unknown, wanted) => {
        await secondFactor(has(wanted.output, 'mfa_required'));
        browser.cookies.delete('keyline_device');
        return throttled(wanted, 'signInAddress:127.0.0.1', () => logIn(wanted.error?.code === 'credentials' ? 'not the password' : password));
      },
      verifyCode: async (_: unknown, wanted) => {
        await secondFactor(true);
        await logIn();
        browser.cookies.delete('keyline_device');
        if (wanted.error?.status === 401) leave();
        const right = code();
        const typed = wanted.error?.code === 'code_wrong' ? wrongCode(right) : right;
        return throttled(wanted, `mfaAccount:${people.ana.id}`, () => browser.call(routes.auth.mfa, { body: { code: typed } }));
      },
      askProvider: (_: unknown, wanted) => browser.call(routes.auth.providerRedirect, { params: { provider: wanted.error ? 'gone' : 'sandbox' } }),
      confirmProvider: async (_: unknown, wanted) => {
        await secondFactor(has(wanted.output, 'mfa_required'));
        const { url } = await browser.call(routes.auth.providerRedirect, { params: { provider: 'sandbox' } });
        const back = await fetch(`${url}&login_hint=${encodeURIComponent(emails.ana)}`, { redirect: 'manual' });
        const { searchParams } = new URL(back.headers.get('location') ?? '');
        const given = { code: wanted.error ? 'not-the-code' : (searchParams.get('code') ?? ''), state: searchParams.get('state') ?? '' };
        return browser.call(routes.auth.providerCallback, { params: { provider: 'sandbox' }, body: given });
      },
      enterRemote: async (_: unknown, wanted) => {
        await become(people.staff);
        const { id } = await browser.call(routes.auth.createRemoteLogin, { body: { userId: people.ana.id, reason: 'A question about an invoice' } });
        // The staff session that made the link is over.
        if (wanted.error?.status === 401) leave();
        return browser.call(routes.auth.remoteLogin, { params: { id: wanted.error ? 'R'.repeat(22) : id } });
      },
      leaveRemote: async (_: unknown, wanted) => {
        await become(people.ana, people.staff);
        return inTrouble(wanted, () => browser.call(routes.auth.leaveRemoteLogin));
      },
      signOut: async (_: unknown, wanted) => {
        await become(people.ana);
        if (wanted.error?.status === 401) leave();
        return inTrouble(wanted, () => browser.call(routes.auth.logout));
      },
    },
  };
}

const arrivals = ['provider.returned', 'remote.opened', 'link.expired'];
describePaths(
  'signing in, against the server',
  loginModel({ kind: 'cookie' }),
  (event, snapshot) => {
    if (event.type === 'provider.proved') return false;
    if (arrivals.includes(event.type)) return isIn(snapshot, 'anonymous', 'authenticated', 'signedOut');
    if (event.type === 'xstate.error.actor.askProvider') return has(event.error, refusals.provider.code);
    return !has(event.error, 'too_many_requests') || has(event.error, 'retryAfterMs');
  },
  ['provider.proved', 'xstate.error.actor.askProvider', 'xstate.error.actor.signIn'],
  signingIn,
);

interface Sent {
  readonly clientId: string;
  readonly text: string;
  readonly media: readonly { readonly name: string; readonly contentType: string }[];
}
const picture = new Uint8Array(2_000);
picture.set([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
const nowhere = new Client('http://127.0.0.1:9');

/** A conversation, and whoever writes in it. */
function writing(): World {
  let browser: Client;
  let last: Sent = { clientId: '', text: '', media: [] };
  let itemId = 0;
  const filesOf = ({ media }: Sent) => (media.length > 0 ? { files: media.map(({ name, contentType }) => ({ name, type: contentType, bytes: picture })) } : {});
  const send = async (on: Client, sent: Sent, holdSeconds: number) => {
    last = sent;
    const item = await on.call(routes.messaging.send, { body: { conversationId, message: sent.text, clientId: sent.clientId, holdSeconds }, ...filesOf(sent) });
    itemId = item.id;
    return { itemId, holdMs: holdSeconds * 1_000 };
  };
  const serverOf = ({ error }: Wanted) => (error?.status === 0 ? nowhere : browser);
  const holdOf = (answer: unknown) => (has(answer, '"holdMs":0') ? 0 : 50);
  return {
    begin: async () => {
      browser = (await stage.server.signedIn(people.ana)).in(company.harbor);
      return { conversationId, clientId: crypto.randomUUID(), canSend: true, isOnline: true, holdSeconds: 5 };
    },
    before: async (event) => {
      if (event.type === 'message.dispatched') await browser.call(routes.messaging.sendNow, { params: { itemId } });
      if (event.type !== 'item.confirmed') return event;
      return { ...event, answer: await send(browser, last, holdOf(event.answer)) };
    },
    calls: {
      sendMessage: (sent: Sent, wanted) =>
        inTrouble(wanted.error?.status === 500 ? { ...wanted, error: refusals.unavailable } : wanted, () =>
          send(serverOf(wanted), sent, holdOf(wanted.output)),
        ),
      scheduleMessage: (sent: Sent, wanted) =>
        inTrouble(wanted, async () => {
          last = sent;
          const sendAt = new Date(Date.now() + 3_600_000).toISOString();
          const item = await serverOf(wanted).call(routes.messaging.schedule, {
            body: { conversationId, message: sent.text, clientId: sent.clientId, sendAt },
            ...filesOf(sent),
          });
          return { itemId: item.id, holdMs: 3_600_000 };
        }),
      takeBack: async (_: unknown, wanted) => {
        if (wanted.error?.status === 409) await browser.call(routes.messaging.sendNow, { params: { itemId } });
        return serverOf(wanted).call(routes.messaging.takeBack, { params: { itemId } });
      },
    },
  };
}

describePaths('sending a message, against the server', messageModel, () => true, [], writing);
