/** Tests invitations: who may confer what, the mailed link, accepting it with an account and without, once, and retracting. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#contract/core/permissions.ts';
import { routes } from '#contract/index.ts';
import { type Stage, startAuth, tokenIn } from './auth.stage.ts';
import type { Client, Person, TestCompany } from './harness.ts';
import { refused } from './stage.ts';

const { invites } = routes;
let stage: Stage;
let company: TestCompany;
let owner: Client & { readonly person: Person };
let count = 0;
beforeAll(async () => {
  stage = await startAuth();
});
beforeEach(async () => {
  await stage.expire('throttles');
  company = await stage.server.company();
  owner = await stage.server.worker(company, 'owner');
});
afterAll(() => stage.close());

const address = () => {
  count += 1;
  return `guest${count}@example.com`;
};
const invite = async (email: string, body: object = { role: 'user' }, by: Client = owner) => {
  const { data } = await by.call(invites.create, { body: { email, ...body } });
  const [made] = data;
  if (!made) throw new Error('No invitation');
  return made;
};
const link = async (email: string, mails = 1) => tokenIn((await stage.mails(email, mails))[0]);
const open = (token: string) => stage.browser().exchange(invites.open, { params: { token } });
const accept = (by: Client, token: string, body: object = {}) => by.exchange(invites.accept, { params: { token }, body });
const newcomer = { firstName: 'Nora', lastName: 'Quist', password: 'a phrase nobody has' };
const memberships = (email: string) =>
  stage.server.owner
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.role', 'memberships.number_ids', 'users.id'])
    .where('memberships.company_id', '=', company.id)
    .where('users.email', '=', email)
    .execute();

describe('an invitation', () => {
  test('is listed, mailed, opened and accepted without an account, which is signed in', async () => {
    const email = address();
    const made = await invite(email, { role: 'reporting' });
    expect(made).toMatchObject({ email, role: 'reporting', isExpired: false, openedAt: null, invitedBy: { id: owner.person.id } });
    const token = await link(email);
    expect((await open(token)).body).toMatchObject({ company: company.name, email, role: 'reporting', hasAccount: false });
    expect(await owner.call(invites.get, { params: { id: made.id } })).toMatchObject({ openedAt: expect.any(String), mailedAt: expect.any(String) });
    const browser = stage.browser();
    expect(await browser.call(invites.accept, { params: { token }, body: newcomer })).toMatchObject({
      companyId: company.id,
      user: { email, name: 'Nora Quist' },
    });
    expect((await browser.call(routes.me.companies)).data).toMatchObject([{ id: company.id, actAs: 'reporting' }]);
    expect((await owner.call(invites.list)).data).toEqual([]);
    const { data } = await owner.call(routes.companies.changes, { params: { companyId: company.id }, query: { after: 0 } });
    expect(data.map(({ kind }) => kind)).toEqual(['invite-updated', 'invite-updated', 'invite-updated', 'invite-updated', 'user-updated']);
    expect((await accept(stage.browser(), token, newcomer)).status).toBe(410);
  });

  test('is accepted with the account of its address, whatever its case, and with no other', async () => {
    const person = await stage.account({ email: `Guest.${address()}` });
    await invite(person.email.toUpperCase());
    const token = await link(person.email.toLowerCase());
    expect((await open(token)).body).toMatchObject({ hasAccount: true });
    expect((await accept(stage.browser(), token, newcomer)).body).toMatchObject({ code: 'conflict' });
    const other = await stage.account();
    expect((await accept(await stage.signedIn(other), token)).body).toMatchObject({ code: 'forbidden', message: expect.stringContaining(other.email) });
    expect(await memberships(other.email)).toEqual([]);
    const browser = await stage.signedIn(person);
    expect((await accept(browser, token)).status).toBe(200);
    expect((await accept(browser, token)).status).toBe(200);
    expect(await memberships(person.email)).toMatchObject([{ role: 'user' }]);
  });

  test('accepted twice at once is one membership', async () => {
    const person = await stage.account();
    await invite(person.email);
    const token = await link(person.email);
    const browsers = await Promise.all([1, 2, 3, 4].map(() => stage.server.signedIn(person)));
    const statuses = (await Promise.all(browsers.map((browser) => accept(browser, token)))).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await memberships(person.email)).toHaveLength(1);
    const email = address();
    await invite(email);
    const anew = await link(email);
    const answers = await Promise.all([1, 2, 3].map(() => accept(stage.browser(), anew, newcomer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await memberships(email)).toHaveLength(1);
  });

  test('that was removed, replaced, used or has expired opens nothing, and can be removed', async () => {
    const [email, late] = [address(), address()];
    const made = await invite(email);
    const before = await link(email);
    expect(await owner.call(invites.resend, { params: { id: made.id } })).toEqual({ message: 'Invitation was successfully resent' });
    expect((await open(before)).status).toBe(410);
    const after = await link(email, 2);
    expect((await open(after)).status).toBe(200);
    expect((await owner.call(invites.list)).data.map(({ id }) => id)).toEqual([made.id]);
    await owner.call(invites.delete, { params: { id: made.id } });
    expect((await open(after)).status).toBe(410);
    expect((await accept(stage.browser(), after, newcomer)).status).toBe(410);
    expect(await refused(owner.refusal(invites.resend, { params: { id: made.id } }))).toMatchObject({ status: 404 });
    const old = await invite(late);
    const token = await link(late);
    await stage.server.owner
      .updateTable('invites')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('id', '=', old.id)
      .execute();
    expect((await open(token)).status).toBe(410);
    expect((await owner.call(invites.list)).data).toMatchObject([{ id: old.id, isExpired: true }]);
    expect((await owner.exchange(invites.delete, { params: { id: old.id } })).status).toBe(204);
    expect(await refused(owner.refusal(invites.delete, { params: { id: old.id } }))).toMatchObject({ status: 404 });
    expect(await refused(owner.refusal(invites.get, { params: { id: old.id } }))).toMatchObject({ status: 404 });
  });

  test('sent again is refreshed in place, and one address gets so many a day', async () => {
    const email = address();
    const first = await invite(email, { role: 'user' });
    expect(await invite(email, { role: 'reporting' })).toMatchObject({ id: first.id, role: 'reporting' });
    expect((await owner.call(invites.list)).data).toHaveLength(1);
    for (let at = 0; at < 3; at += 1) await owner.call(invites.resend, { params: { id: first.id } });
    expect(await refused(owner.refusal(invites.resend, { params: { id: first.id } }))).toMatchObject({ status: 429 });
    await owner.call(invites.delete, { params: { id: first.id } });
    expect(await refused(owner.refusal(invites.create, { body: { email, role: 'user' } }))).toMatchObject({ status: 429 });
  });

  test('confers nothing the inviter does not hold', async () => {
    const administrator = await stage.server.worker(company, 'administrator');
    expect(await refused(administrator.refusal(invites.create, { body: { email: address(), role: 'owner' } }))).toMatchObject({ status: 403 });
    const made = await invite(address(), { role: 'owner' });
    expect(await refused(administrator.refusal(invites.resend, { params: { id: made.id } }))).toMatchObject({ status: 403 });
    const user = await stage.server.worker(company, 'user');
    expect(await refused(user.refusal(invites.create, { body: { email: address(), role: 'user' } }))).toMatchObject({ status: 403 });
    expect(await refused(owner.refusal(invites.create, { body: { email: owner.person.email, role: 'user' } }))).toMatchObject({ status: 409 });
    expect(await refused(owner.refusal(invites.create, { body: { email: address() } }))).toMatchObject({ status: 422, field: 'role' });
    expect(await refused(owner.refusal(invites.create, { body: { role: 'user' } }))).toMatchObject({ status: 422, field: 'email' });
  });

  test('as owner is neither sent nor sent again by staff who act as one', async () => {
    const staff = await stage.server.person({ isStaff: true });
    const acting = (await stage.server.signedIn(owner.person, { impersonator: staff })).in(company.id);
    const made = await invite(address(), { role: 'owner' });
    const colleague = await stage.server.worker(company, 'owner');
    expect(await refused(acting.refusal(invites.create, { body: { email: address(), role: 'owner' } }))).toMatchObject({ status: 403 });
    expect(await refused(acting.refusal(invites.create, { body: { email: address(), likeUserId: colleague.person.id } }))).toMatchObject({ status: 403 });
    expect(await refused(acting.refusal(invites.resend, { params: { id: made.id } }))).toMatchObject({ status: 403 });
    expect((await owner.call(invites.list)).data).toHaveLength(1);
    expect(await invite(address(), { role: 'administrator' }, acting)).toMatchObject({ role: 'administrator' });
  });

  test('is sent again, and copied, though numbers in it were removed', async () => {
    const [old, kept] = [await stage.server.number(company), await stage.server.number(company)];
    const ana = await stage.server.person();
    await stage.server.membership(ana, company, 'user', [old.id, kept.id]);
    const made = await invite(address(), { role: 'user', numbers: [old.id, kept.id] });
    await stage.server.owner.updateTable('phone_numbers').set({ status: 2 }).where('id', '=', old.id).execute();
    expect(await owner.call(invites.resend, { params: { id: made.id } })).toEqual({ message: 'Invitation was successfully resent' });
    expect(await invite(address(), { likeUserId: ana.id })).toMatchObject({ numbers: [kept.id] });
    await stage.server.owner.updateTable('phone_numbers').set({ status: 2 }).where('id', '=', kept.id).execute();
    expect(await refused(owner.refusal(invites.create, { body: { email: address(), likeUserId: ana.id } }))).toMatchObject({
      status: 422,
      field: 'like_user_id',
    });
  });

  test('whose inviter no longer holds what it confers opens nothing, until somebody who does sends it again', async () => {
    const [line, other] = [await stage.server.number(company), await stage.server.number(company)];
    const boss = await stage.server.worker(company, 'administrator');
    const seat = (columns: { role?: Role; number_ids?: number[] | null }) =>
      stage.server.owner.updateTable('memberships').set(columns).where('company_id', '=', company.id).where('user_id', '=', boss.person.id).execute();
    const [email, account] = [address(), await stage.account()];
    const made = await invite(email, { role: 'administrator', numbers: [line.id] }, boss);
    await invite(account.email, { role: 'user' }, boss);
    const [token, theirs] = [await link(email), await link(account.email)];
    await seat({ role: 'user' });
    expect((await open(token)).status).toBe(410);
    expect((await accept(stage.browser(), token, newcomer)).status).toBe(410);
    await seat({ role: 'administrator', number_ids: [other.id] });
    expect((await open(token)).status).toBe(410);
    await seat({ number_ids: [line.id, other.id] });
    expect((await open(token)).status).toBe(200);
    expect((await owner.exchange(routes.users.remove, { params: { userId: boss.person.id } })).status).toBe(204);
    expect((await accept(await stage.signedIn(account), theirs)).status).toBe(410);
    expect(await memberships(account.email)).toEqual([]);
    await owner.call(invites.resend, { params: { id: made.id } });
    expect((await accept(stage.browser(), await link(email, 2), newcomer)).status).toBe(200);
    expect(await memberships(email)).toMatchObject([{ role: 'administrator', number_ids: [line.id] }]);
  });

  test('is counted when it was asked for: yesterday’s mails take nothing from today’s', async () => {
    const email = address();
    const made = await invite(email);
    for (let at = 0; at < 4; at += 1) await owner.call(invites.resend, { params: { id: made.id } });
    expect(await refused(owner.refusal(invites.resend, { params: { id: made.id } }))).toMatchObject({ status: 429 });
    const yesterday = Array.from({ length: 5 }, () => new Date(Date.now() - 25 * 3_600_000));
    await stage.server.owner.updateTable('invites').set({ asks: yesterday }).where('id', '=', made.id).execute();
    await owner.call(invites.resend, { params: { id: made.id } });
    await owner.call(invites.resend, { params: { id: made.id } });
    const { asks, asked } = await stage.server.owner.selectFrom('invites').select(['asks', 'asked']).where('id', '=', made.id).executeTakeFirstOrThrow();
    expect([asks.length, asked]).toEqual([2, 7]);
  });

  test('are ten a day to one address from all companies together, since anybody may found some', async () => {
    const email = address();
    const send = async () => {
      const by = await stage.server.worker(await stage.server.company(), 'owner');
      return (await by.exchange(invites.create, { body: { email, role: 'user' } })).status;
    };
    for (let at = 0; at < 10; at += 1) expect(await send()).toBe(200);
    expect(await send()).toBe(429);
  });

  test('of a company that was closed meanwhile are over', async () => {
    const email = address();
    await invite(email);
    const token = await link(email);
    await stage.server.owner.updateTable('companies').set({ account_status: 'closed' }).where('id', '=', company.id).execute();
    expect([(await open(token)).status, (await accept(stage.browser(), token, newcomer)).status]).toEqual([410, 410]);
  });

  test('through an organization makes an administrator, and only its administrators give it', async () => {
    const organization = await stage.server.organization();
    company = await stage.server.company({ organizationId: organization.id });
    owner = await stage.server.worker(company, 'owner');
    const body = { role: 'user' as Role, businessUnitId: organization.id };
    expect(await refused(owner.refusal(invites.create, { body: { email: address(), ...body } }))).toMatchObject({ status: 404 });
    await stage.server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: owner.person.id }).execute();
    expect(await invite(address(), body)).toMatchObject({ role: 'administrator', businessUnitId: organization.id });
    const other = await stage.server.organization();
    expect(await refused(owner.refusal(invites.create, { body: { email: address(), ...body, businessUnitId: other.id } }))).toMatchObject({ status: 404 });
  });

  test('like a colleague copies role, numbers and muted numbers', async () => {
    const line = await stage.server.number(company);
    const ana = await stage.server.person();
    await stage.server.membership(ana, company, 'reporting', [line.id]);
    await stage.server.owner
      .insertInto('notification_blocks')
      .values({ company_id: company.id, user_id: ana.id, number_id: line.id, channel_type: 'message' })
      .execute();
    const email = address();
    expect(await invite(email, { likeUserId: ana.id })).toMatchObject({ role: 'reporting', numbers: [line.id] });
    await accept(stage.browser(), await link(email), newcomer);
    const [member] = await memberships(email);
    expect(member).toMatchObject({ role: 'reporting', number_ids: [line.id] });
    const blocks = await stage.server.owner
      .selectFrom('notification_blocks')
      .select(['number_id', 'channel_type'])
      .where('user_id', '=', member?.id ?? 0)
      .execute();
    expect(blocks).toEqual([{ number_id: line.id, channel_type: 'message' }]);
    const stranger = await stage.server.person();
    expect(await refused(owner.refusal(invites.create, { body: { email: address(), likeUserId: stranger.id } }))).toMatchObject({ status: 422 });
  });
});

describe('a pasted list', () => {
  test('is said to be new, known, invited, members, double and no addresses; strangers’ accounts are not told', async () => {
    const ana = await stage.server.worker(company, 'user');
    const second = await stage.server.company();
    await stage.server.membership(owner.person, second, 'administrator');
    const known = await stage.server.worker(second, 'user');
    const stranger = await stage.account();
    const open = address();
    await invite(open);
    const lines = [address(), stranger.email, `Known <${known.person.email.toUpperCase()}>`, open, ana.person.email, open, 'no address'];
    const { data } = await owner.call(invites.check, { body: { lines } });
    expect(data.map(({ state }) => state)).toEqual(['new', 'new', 'known', 'invited', 'member', 'double', 'invalid']);
    expect(data[2]).toMatchObject({ email: known.person.email, name: known.person.name });
    expect(data[1]?.name).toBeNull();
    expect(await refused(owner.refusal(invites.check, { body: { lines: [] } }))).toMatchObject({ status: 422 });
  });

  test('of 150 people is mailed, and what nobody opened is retracted', async () => {
    const emails = Array.from({ length: 150 }, address);
    const { data } = await owner.call(invites.create, { body: { emails, role: 'user' } });
    expect(data).toHaveLength(150);
    const [first = ''] = emails;
    expect((await open(await link(first))).status).toBe(200);
    const { retracted, opened } = await owner.call(invites.retract, { body: { ids: data.map(({ id }) => id) } });
    expect([retracted.length, opened]).toEqual([149, 1]);
    expect((await owner.call(invites.list)).data).toMatchObject([{ email: first }]);
    expect(await refused(owner.refusal(invites.create, { body: { emails: [...emails, address()], role: 'user' } }))).toMatchObject({ status: 422 });
    expect(await refused(owner.refusal(invites.retract, { body: { ids: [] } }))).toMatchObject({ status: 422 });
  });

  test('an invitation of another company is nowhere', async () => {
    const other = await stage.server.company();
    const boss = await stage.server.worker(other, 'owner');
    const made = await invite(address(), { role: 'user' }, boss);
    const own = await invite(address(), { role: 'user' });
    expect(await refused(owner.refusal(invites.retract, { body: { ids: [own.id, made.id] } }))).toMatchObject({ status: 404 });
    expect((await owner.call(invites.list)).data.map(({ id }) => id)).toContain(own.id);
    expect((await boss.call(invites.list)).data).toHaveLength(1);
    expect((await open('a'.repeat(43))).status).toBe(410);
    expect(await refused(stage.browser().refusal(invites.open, { params: { token: 'short' } }))).toMatchObject({ status: 422 });
    expect(await refused(stage.browser().refusal(invites.accept, { params: { token: 'short' }, body: {} }))).toMatchObject({ status: 422 });
  });
});
