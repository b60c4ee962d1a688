/** Tests who works in a company: role, numbers and removal at once, the last owner under its lock, the own name and password. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#contract/core/permissions.ts';
import { routes } from '#contract/index.ts';
import { auth, authenticator, password, type Stage, startAuth, turnMfaOn } from './auth.stage.ts';
import type { Client, Person, TestCompany } from './harness.ts';
import { refused } from './stage.ts';

const { users } = routes;
let stage: Stage;
let company: TestCompany;
let owner: Client & { readonly person: Person };
beforeAll(async () => {
  stage = await startAuth();
});
beforeEach(async () => {
  await stage.expire('throttles');
  company = await stage.server.company();
  owner = await stage.server.worker(company, 'owner');
});
afterAll(() => stage.close());

const worker = (role: Role) => stage.server.worker(company, role);
const change = (by: Client, person: Person, body: { role?: Role; numbers?: number[] }) => by.call(users.change, { params: { userId: person.id }, body });
const refusal = (by: Client, person: Person, body: { role?: Role; numbers?: number[] }) =>
  refused(by.refusal(users.change, { params: { userId: person.id }, body }));
const removal = (by: Client, person: Person) => by.exchange(users.remove, { params: { userId: person.id } });
const roleOf = async (person: Person) =>
  (await stage.server.owner.selectFrom('memberships').select('role').where('company_id', '=', company.id).where('user_id', '=', person.id).executeTakeFirst())
    ?.role;

describe('a role', () => {
  test('is changed, holds from the next request on, and stands in the audit log', async () => {
    const ana = await worker('user');
    await ana.call(routes.contacts.create, { body: { name: 'Before', number: '+12125550101' } });
    expect(await change(owner, ana.person, { role: 'reporting' })).toMatchObject({ id: ana.person.id, role: 'reporting' });
    expect(await refused(ana.refusal(routes.contacts.create, { body: { name: 'After', number: '+12125550102' } }))).toMatchObject({ status: 403 });
    const { data } = await owner.call(routes.companies.changes, { params: { companyId: company.id }, query: { after: 0 } });
    expect(data.at(-1)).toMatchObject({ kind: 'user-updated', id: ana.person.id, actorId: owner.person.id });
    const trail = await stage.server.owner
      .selectFrom('audit_log')
      .selectAll()
      .where('company_id', '=', company.id)
      .where('action', '=', 'user.changed')
      .execute();
    const words = { user_id: owner.person.id, subject: `${ana.person.name}: user → reporting` };
    expect(trail).toMatchObject([{ ...words, detail: { userId: ana.person.id, from: 'user', to: 'reporting' } }]);
    const { data: log } = await owner.call(routes.audit.list, { params: { companyId: company.id }, query: { q: ana.person.name } });
    expect(log).toMatchObject([{ action: 'Changed a user', subject: words.subject }]);
  });

  test('nobody confers or takes what they do not hold', async () => {
    const administrator = await worker('administrator');
    const ana = await worker('user');
    expect(await refusal(administrator, ana.person, { role: 'owner' })).toMatchObject({ status: 403 });
    expect(await refusal(administrator, owner.person, { role: 'user' })).toMatchObject({ status: 403 });
    expect(await refusal(administrator, administrator.person, { role: 'owner' })).toMatchObject({ status: 403 });
    expect((await removal(administrator, owner.person)).status).toBe(403);
    expect(await refusal(ana, ana.person, { role: 'administrator' })).toMatchObject({ status: 403 });
    expect([await roleOf(ana.person), await roleOf(owner.person)]).toEqual(['user', 'owner']);
  });

  test('is not made owner by staff who act as one', async () => {
    const ana = await worker('user');
    const staff = await stage.server.person({ isStaff: true });
    const acting = (await stage.server.signedIn(owner.person, { impersonator: staff })).in(company.id);
    expect(await refusal(acting, ana.person, { role: 'owner' })).toMatchObject({ status: 403 });
    expect(await roleOf(ana.person)).toBe('user');
    expect(await change(acting, ana.person, { role: 'reporting' })).toMatchObject({ role: 'reporting' });
  });

  test('of an organization’s administrator stays what the organization makes it', async () => {
    const organization = await stage.server.organization();
    company = await stage.server.company({ organizationId: organization.id });
    const [boss, ana] = [await worker('owner'), await worker('user')];
    await stage.server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: ana.person.id }).execute();
    expect(await boss.refusal(users.change, { params: { userId: ana.person.id }, body: { role: 'reporting' } })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('administers the organization') },
    });
    expect(await roleOf(ana.person)).toBe('user');
  });

  test('somebody of another company is not there', async () => {
    const other = await stage.server.company();
    const foreign = await stage.server.worker(other, 'user');
    expect(await refusal(owner, foreign.person, { role: 'reporting' })).toMatchObject({ status: 404 });
    expect((await removal(owner, foreign.person)).status).toBe(404);
  });
});

describe('numbers', () => {
  test('narrow what a user works, and an empty list gives all back', async () => {
    const ana = await worker('user');
    const [first, second] = [await stage.server.number(company), await stage.server.number(company)];
    expect(await change(owner, ana.person, { numbers: [first.id, first.id] })).toMatchObject({ numbers: [first.id] });
    const seen = async () => (await ana.call(routes.me.abilities)).numberIds;
    expect(await seen()).toEqual([first.id]);
    expect((await ana.exchange(routes.numbers.get, { params: { idOrNumber: String(second.id) } })).status).toBe(404);
    await change(owner, ana.person, { numbers: [] });
    expect(await seen()).toBeNull();
  });

  test('must be the company’s, and those of who gives them', async () => {
    const ana = await worker('user');
    const [mine, hers] = [await stage.server.number(company), await stage.server.number(company)];
    const foreign = await stage.server.number(await stage.server.company());
    expect(await refusal(owner, ana.person, { numbers: [mine.id, foreign.id] })).toMatchObject({ status: 422, field: 'numbers.1' });
    const limited = await stage.server.person();
    await stage.server.membership(limited, company, 'administrator', [mine.id]);
    const by = (await stage.server.signedIn(limited)).in(company.id);
    expect(await refusal(by, ana.person, { numbers: [mine.id] })).toMatchObject({ status: 403 });
    await change(owner, ana.person, { numbers: [mine.id] });
    expect(await refusal(by, ana.person, { numbers: [hers.id] })).toMatchObject({ status: 422 });
    expect(await refusal(by, ana.person, { numbers: [] })).toMatchObject({ status: 403 });
    // Users with more numbers can't be raised or removed: raised, they could undo the limit.
    const wide = await stage.server.person();
    await stage.server.membership(wide, company, 'user');
    expect(await refusal(by, wide, { role: 'administrator' })).toMatchObject({ status: 403 });
    expect(await refused(by.refusal(users.remove, { params: { userId: wide.id } }))).toMatchObject({ status: 403 });
  });

  test('that were removed keep nobody from changing the others', async () => {
    const ana = await worker('user');
    const [old, kept, fresh] = [await stage.server.number(company), await stage.server.number(company), await stage.server.number(company)];
    await change(owner, ana.person, { numbers: [old.id, kept.id] });
    await stage.server.owner.updateTable('phone_numbers').set({ status: 2 }).where('id', '=', old.id).execute();
    const limited = await stage.server.person();
    await stage.server.membership(limited, company, 'administrator', [kept.id, fresh.id]);
    const by = (await stage.server.signedIn(limited)).in(company.id);
    expect(await refusal(by, ana.person, { numbers: [old.id, kept.id, fresh.id] })).toMatchObject({ status: 422, field: 'numbers.0' });
    expect(await change(by, ana.person, { numbers: [kept.id, fresh.id] })).toMatchObject({ numbers: [kept.id, fresh.id] });
  });
});

describe('removal', () => {
  test('of an organization’s administrator is refused: they would stay one', async () => {
    const organization = await stage.server.organization();
    company = await stage.server.company({ organizationId: organization.id });
    const [boss, ana] = [await worker('owner'), await worker('user')];
    await stage.server.owner.insertInto('organization_users').values({ organization_id: organization.id, user_id: ana.person.id }).execute();
    expect(await boss.refusal(users.remove, { params: { userId: ana.person.id } })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('administers the organization') },
    });
    expect(await roleOf(ana.person)).toBe('user');
    await stage.server.owner.deleteFrom('organization_users').where('user_id', '=', ana.person.id).execute();
    expect((await removal(boss, ana.person)).status).toBe(204);
  });

  test('holds from the next request on', async () => {
    const ana = await worker('user');
    expect((await removal(owner, ana.person)).status).toBe(204);
    expect(await refused(ana.refusal(routes.contacts.create, { body: { name: 'After', number: '+12125550103' } }))).toMatchObject({ status: 404 });
    expect((await owner.call(users.ofCompany)).data.map(({ id }) => id)).toEqual([owner.person.id]);
    expect((await removal(owner, ana.person)).status).toBe(404);
  });

  test('and demotion leave the last owner, with words', async () => {
    expect(await owner.refusal(users.change, { params: { userId: owner.person.id }, body: { role: 'user' } })).toMatchObject({
      status: 409,
      body: { message: 'A company needs an owner. Make someone else an owner first.' },
    });
    expect((await removal(owner, owner.person)).status).toBe(409);
    const disabled = await worker('owner');
    await stage.server.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.person.id).execute();
    expect((await removal(owner, owner.person)).status).toBe(409);
  });

  test('of two owners at the same moment leaves one, every time', async () => {
    for (let round = 0; round < 12; round += 1) {
      company = await stage.server.company();
      const [one, other] = [await worker('owner'), await worker('owner')];
      const statuses = await Promise.all([
        one.exchange(users.change, { params: { userId: one.person.id }, body: { role: 'user' } }).then(({ status }) => status),
        removal(other, other.person).then(({ status }) => status),
      ]);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(1);
      const owners = await stage.server.owner
        .selectFrom('memberships')
        .select('user_id')
        .where('company_id', '=', company.id)
        .where('role', '=', 'owner')
        .execute();
      expect(owners).toHaveLength(1);
    }
  });
});

describe('the own account', () => {
  test('has its name and time zone changed; colleagues hear of it', async () => {
    const { id } = owner.person;
    expect(await owner.call(users.update, { params: { userId: id }, body: { firstName: 'Ana', lastName: 'Flores', timezone: 'Europe/Rome' } })).toMatchObject({
      name: 'Ana Flores',
      firstName: 'Ana',
      lastName: 'Flores',
      timezone: 'Europe/Rome',
    });
    expect(await owner.call(users.update, { params: { userId: id }, body: { clear: ['lastName'] } })).toMatchObject({ name: 'Ana' });
    const { data } = await owner.call(routes.companies.changes, { params: { companyId: company.id }, query: { after: 0 } });
    expect(data.map(({ kind }) => kind)).toEqual(['user-updated', 'user-updated']);
    const ana = await worker('user');
    expect(await refused(owner.refusal(users.update, { params: { userId: ana.person.id }, body: { firstName: 'Eve' } }))).toMatchObject({ status: 404 });
    expect(await refused(owner.refusal(users.update, { params: { userId: id }, body: {} }))).toMatchObject({ status: 422 });
  });

  test('is changed also where a company of the person is suspended, which finds it when it is active again', async () => {
    const other = await stage.server.company();
    await stage.server.membership(owner.person, other, 'user');
    await stage.server.owner.updateTable('companies').set({ account_status: 'suspended' }).where('id', '=', other.id).execute();
    expect(await owner.call(users.update, { params: { userId: owner.person.id }, body: { firstName: 'Olga', clear: ['lastName'] } })).toMatchObject({
      name: 'Olga',
    });
    const { data } = await owner.call(routes.companies.changes, { params: { companyId: company.id }, query: { after: 0 } });
    expect(data).toMatchObject([{ kind: 'user-updated', id: owner.person.id }]);
    await stage.server.owner.updateTable('companies').set({ account_status: 'active' }).where('id', '=', other.id).execute();
    const later = await owner.in(other.id).call(routes.companies.changes, { params: { companyId: other.id }, query: { after: 0 } });
    expect(later.data).toMatchObject([{ kind: 'user-updated', id: owner.person.id }]);
  });

  const fresh = 'an entirely other phrase';
  const setPassword = (by: Client, person: Person, body: object) =>
    by.exchange(users.updatePassword, { params: { userId: person.id }, body: { currentPassword: password, password: fresh, ...body } });

  test('has its password changed with the current one; other sessions end, this one stays', async () => {
    const person = await stage.account();
    const [here, elsewhere] = [await stage.signedIn(person), await stage.signedIn(person)];
    expect((await setPassword(here, person, { currentPassword: 'not the password' })).body).toMatchObject({ errors: [{ field: 'current_password' }] });
    expect((await setPassword(here, person, { password: 'password12' })).body).toMatchObject({ errors: [{ field: 'password' }] });
    expect(await here.call(users.updatePassword, { params: { userId: person.id }, body: { currentPassword: password, password: fresh } })).toEqual({
      message: 'Your password was successfully changed',
    });
    expect((await here.exchange(auth.currentUser)).status).toBe(200);
    expect((await elsewhere.exchange(auth.currentUser)).status).toBe(401);
    await stage.browser().call(auth.login, { body: { email: person.email, password: fresh } });
    const stranger = await stage.account();
    expect((await setPassword(here, stranger, {})).status).toBe(404);
  });

  test('asks for a code where the second factor is on', async () => {
    const person = await stage.account();
    const here = await stage.signedIn(person);
    const { secret } = await turnMfaOn(here);
    const code = authenticator(secret);
    expect((await setPassword(here, person, {})).body).toMatchObject({ errors: [{ field: 'code' }] });
    expect((await setPassword(here, person, { code: '000000' })).body).toMatchObject({ errors: [{ field: 'code' }] });
    const used = code(0);
    expect((await setPassword(here, person, { code: used })).status).toBe(200);
    expect((await setPassword(here, person, { currentPassword: fresh, password: 'yet another phrase', code: used })).status).toBe(422);
  });

  test('is not changed by staff who impersonate it', async () => {
    const person = await stage.account();
    const staff = await stage.server.person({ isStaff: true });
    const acting = await stage.server.signedIn(person, { impersonator: staff });
    expect((await setPassword(acting, person, {})).status).toBe(403);
  });
});
