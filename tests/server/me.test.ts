import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPermissions } from '#contract/core/permissions.ts';
import { routes } from '#contract/index.ts';
import { type Client, type Person, startServer, type TestCompany, type TestServer } from './harness.ts';
import { refused } from './stage.ts';

const calls = routes.me;
let server: TestServer;
let company: TestCompany;
let agent: Client & { person: Person };

beforeAll(async () => {
  server = await startServer();
  company = await server.company();
  agent = await server.worker(company, 'user');
});
afterAll(() => server.close());

test('a person knows what they may do in the company', async () => {
  expect(await agent.call(calls.abilities)).toEqual({ companyId: company.id, role: 'user', permissions: listPermissions('user'), numberIds: null });
  expect(await refused(agent.refusal(calls.abilities, { headers: { 'x-company-id': '999999' } }))).toMatchObject({ status: 404 });
});

test('preferences are as at first until they are changed, one by one', async () => {
  expect(await agent.call(calls.preferences)).toEqual({
    theme: 'system',
    density: 'normal',
    holdSeconds: 5,
    pinnedCompanyIds: [],
    lastCompanyId: null,
    desktopTypes: [],
    soundTypes: [],
    quietNumberIds: [],
    firstSteps: { done: [], view: 'open' },
  });
  const line = await server.number(company);
  await agent.call(calls.savePreferences, { body: { theme: 'dark' } });
  await agent.call(calls.savePreferences, { body: { lastCompanyId: company.id, holdSeconds: 0 } });
  await agent.call(calls.savePreferences, { body: { desktopTypes: ['calls'], soundTypes: ['messages', 'faxes'], quietNumberIds: [line.id] } });
  expect(await agent.call(calls.preferences)).toMatchObject({
    theme: 'dark',
    holdSeconds: 0,
    lastCompanyId: company.id,
    desktopTypes: ['calls'],
    soundTypes: ['messages', 'faxes'],
    quietNumberIds: [line.id],
  });
  expect(await refused(agent.refusal(calls.savePreferences, { body: { holdSeconds: 61 } }))).toMatchObject({ status: 422, field: 'hold_seconds' });
});

test('no number of a company that is not the person’s is kept quiet, nor any by a person without a company', async () => {
  const alone = await server.signedIn(await server.person());
  expect(await refused(alone.refusal(calls.savePreferences, { body: { quietNumberIds: [1] } }))).toMatchObject({ status: 422, field: 'quiet_number_ids' });
  const foreign = await server.number(await server.company());
  for (const id of [foreign.id, 99_999_999])
    expect(await refused(agent.refusal(calls.savePreferences, { body: { quietNumberIds: [id] } }))).toMatchObject({ status: 422, field: 'quiet_number_ids' });
});

test('companies that are not the person’s are neither pinned, nor the last one, nor in the command log', async () => {
  const foreign = await server.company();
  const run = { key: 'run-of-a-foreign-company', commandId: 'inbox.archive', title: 'Archive', source: 'key' as const, outcome: 'done' as const };
  for (const id of [foreign.id, 999_999]) {
    expect(await refused(agent.refusal(calls.savePreferences, { body: { pinnedCompanyIds: [company.id, id] } }))).toMatchObject({
      status: 422,
      field: 'pinned_company_ids',
    });
    expect(await refused(agent.refusal(calls.savePreferences, { body: { lastCompanyId: id } }))).toMatchObject({ status: 422, field: 'last_company_id' });
    expect(await refused(agent.refusal(calls.logCommand, { body: { ...run, companyId: id } }))).toMatchObject({ status: 422, field: 'company_id' });
  }
  expect(await agent.call(calls.preferences)).toMatchObject({ pinnedCompanyIds: [], lastCompanyId: company.id });
});

test('keys are remapped, and refused when nobody can type them', async () => {
  expect(await agent.call(calls.keymap)).toEqual({ preset: 'keyline', singleKeys: true, overrides: {} });
  const keymap = { preset: 'linear' as const, singleKeys: false, overrides: { 'conversations.archive': ['x', 'g a'], 'palette.open': [] } };
  expect(await agent.call(calls.saveKeymap, { body: keymap })).toEqual(keymap);
  expect(await agent.call(calls.keymap)).toEqual(keymap);
  const wrong = await agent.refusal(calls.saveKeymap, { body: { ...keymap, overrides: { 'conversations.archive': ['hyper+x'] } } });
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'overrides.conversations.archive' }] } });
});

describe('workspaces', () => {
  test('are saved by name, replaced, listed and forgotten', async () => {
    const layout = {
      panes: [
        { kind: 'inbox', widthShare: 0.4 },
        { kind: 'conversation', widthShare: 0.6 },
      ],
    };
    expect(await agent.call(calls.saveLayout, { params: { name: 'current' }, body: { layout } })).toMatchObject({ name: 'current', layout });
    await agent.call(calls.saveLayout, { params: { name: 'current' }, body: { layout: { panes: [] } } });
    await agent.call(calls.saveLayout, { params: { name: 'Wide screen' }, body: { layout } });
    expect((await agent.call(calls.layouts)).data.map((row) => [row.name, row.layout])).toEqual([
      ['current', { panes: [] }],
      ['Wide screen', layout],
    ]);
    expect((await (await server.worker(company)).call(calls.layouts)).data).toEqual([]);
    await agent.call(calls.deleteLayout, { params: { name: 'Wide screen' } });
    expect(await refused(agent.refusal(calls.deleteLayout, { params: { name: 'Wide screen' } }))).toMatchObject({ status: 404 });
  });

  test('are refused when too large or too deep', async () => {
    const save = (layout: Record<string, string> | object) =>
      refused(agent.refusal(calls.saveLayout, { params: { name: 'big' }, body: { layout: JSON.parse(JSON.stringify(layout)) } }));
    expect(await save({ text: 'x'.repeat(33_000) })).toEqual({ status: 422, code: 'invalid', field: 'layout' });
    expect(await save({ a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } })).toEqual({ status: 422, code: 'invalid', field: 'layout' });
  });
});

describe('the command log', () => {
  const run = (key: string, more: object = {}) => ({
    key,
    commandId: 'conversations.archive',
    title: 'Archive',
    source: 'key' as const,
    outcome: 'done' as const,
    ...more,
  });

  test('keeps what was run, once a key, newest first', async () => {
    const first = await agent.call(calls.logCommand, { body: run('command-run-1', { args: { id: 7 }, companyId: company.id }) });
    expect((await agent.call(calls.logCommand, { body: run('command-run-1', { title: 'Other' }) })).id).toBe(first.id);
    const second = await agent.call(calls.logCommand, { body: run('command-run-2', { detail: 'with a word' }) });
    const { data, meta } = await agent.call(calls.commandLog);
    expect(data.map((row) => row.id)).toEqual([second.id, first.id]);
    expect(data[1]).toMatchObject({ title: 'Archive', args: { id: 7 }, companyId: company.id });
    expect(meta).toEqual({ total: 2 });
    expect(await refused(agent.refusal(calls.logCommand, { body: run('short') }))).toMatchObject({ status: 422, field: 'key' });
  });

  test('keeps 500', async () => {
    const busy = await server.worker(company);
    await server.owner
      .insertInto('command_log')
      .values(
        Array.from({ length: 510 }, (_, at) => ({
          user_id: busy.person.id,
          key: `earlier-${at}`,
          command_id: 'x',
          title: 'x',
          source: 'key',
          outcome: 'done',
        })),
      )
      .execute();
    const last = await busy.call(calls.logCommand, { body: run('command-run-3') });
    const rows = await server.owner.selectFrom('command_log').select('id').where('user_id', '=', busy.person.id).orderBy('id', 'desc').execute();
    expect(rows).toHaveLength(500);
    expect(rows[0]?.id).toBe(last.id);
  });

  test('stands in the audit log while staff act as the person', async () => {
    const staff = await server.person({ isStaff: true });
    const acting = await server.signedIn(agent.person, { impersonator: staff });
    await acting.call(calls.logCommand, { body: run('command-run-4') });
    const rows = await server.owner.selectFrom('audit_log').selectAll().where('action', '=', 'command:conversations.archive').execute();
    expect(rows).toMatchObject([{ user_id: agent.person.id, impersonator_id: staff.id, subject: 'Archive' }]);
  });
});

test('all of it needs somebody signed in', async () => {
  for (const route of [calls.companies, calls.preferences, calls.keymap, calls.layouts, calls.commandLog]) {
    expect(await refused(server.stranger().refusal(route))).toMatchObject({ status: 401 });
  }
  expect(await refused(server.stranger().refusal(calls.search, { query: { q: 'x' } }))).toMatchObject({ status: 401 });
});
