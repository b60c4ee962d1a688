/** Companies that somebody founds where the operator approves them first. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { sandboxVoices } from '#sandbox/speech/voices.ts';
import { approveCompany, listWaitingCompanies } from '#scripts/lib/approval.ts';
import { readConfig } from '#server/config.ts';
import { Refused } from './harness.ts';
import { type Outside, startOutside } from './outside.ts';

const { purchase, lookups, porting, greetings, companies } = routes;

describe('a company that somebody founds', () => {
  let outside: Outside;
  let operator: pg.Client;
  beforeAll(async () => {
    outside = await startOutside({ config: { newCompanies: 'approved' } });
    operator = new pg.Client({ connectionString: outside.server.database.url });
    await operator.connect();
  });
  afterAll(async () => {
    await operator.end();
    await outside.close();
  });

  async function founded(name: string) {
    const person = await outside.server.person();
    const browser = await outside.server.signedIn(person);
    const company = await browser.call(companies.create, { body: { companyInfo: { name }, skipNumber: true } });
    return { person, company, owner: browser.in(company) };
  }
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refused ? error.code : Promise.reject(error)),
    );
  const offered = async (owner: Awaited<ReturnType<typeof founded>>['owner']) =>
    (await owner.call(purchase.locate, { body: { searchUpdated: { areaCode: '212' }, limit: 1 } })).data.map(({ number }) => number);

  test('spends nothing, and its owner cannot change that', async () => {
    const { owner, company } = await founded('Mallory Inc');
    expect(company).toMatchObject({ awaitsApproval: true, actAs: 'owner' });
    expect((await owner.call(routes.me.companies)).data).toMatchObject([{ id: company.id, awaitsApproval: true }]);
    const numbers = await offered(owner);
    const attempts = async () => [
      await code(owner.call(purchase.buy, { body: { key: `order-${randomBytes(8).toString('hex')}`, numbers } })),
      await code(owner.call(lookups.caller, { body: { number: '+13105550134' } })),
      await code(owner.call(porting.check, { body: { numbers: '212-555-0123' } })),
      await code(owner.call(greetings.speak, { body: { content: 'Hello', voice: sandboxVoices[0]?.id ?? '' } })),
    ];
    const refusals = Array.from({ length: 4 }, () => 'awaits_approval');
    expect(await attempts()).toEqual(refusals);
    await owner.call(routes.calling.saveLimits, { body: { dialsPerMinute: 100, centsPerDay: 100_000 } });
    await owner.call(companies.update, { params: { id: company.id }, body: { isOnboardingRequired: false, linksEnabled: true } });
    expect(await attempts()).toEqual(refusals);
    const row = outside.server.owner.selectFrom('companies').select(['number_limit', 'number_budget', 'awaits_approval']).where('id', '=', company.id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ number_limit: 0, number_budget: 0, awaits_approval: true });
    const own = { number_limit: 9, awaits_approval: false };
    const { currentTransaction: db } = await import('#server/db/tenancy.ts');
    const raised = outside.server.services.tenancy.company([company.id], null, () => db().updateTable('companies').set(own).execute());
    await expect(raised).rejects.toThrow('permission denied');
  });

  test('is listed for the operator, who lets it buy up to the usual limits, once, and that is noted', async () => {
    const { owner, company, person } = await founded('Patient Bakers');
    expect(await listWaitingCompanies(operator)).toContainEqual(
      expect.objectContaining({ id: String(company.id), name: 'Patient Bakers', founder: person.email }),
    );
    expect(await approveCompany(operator, String(company.id))).toBe('Patient Bakers');
    expect((await listWaitingCompanies(operator)).map(({ id }) => id)).not.toContain(String(company.id));
    const row = outside.server.owner.selectFrom('companies').select(['number_limit', 'number_budget', 'awaits_approval']).where('id', '=', company.id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ number_limit: 12_000, number_budget: 25_000, awaits_approval: false });
    const noted = outside.server.owner.selectFrom('audit_log').select('subject').where('action', '=', 'company.approved');
    expect(await noted.execute()).toEqual([{ subject: String(company.id) }]);
    expect((await owner.call(companies.get, { params: { id: company.id } })).awaitsApproval).toBe(false);
    expect(await code(owner.call(lookups.caller, { body: { number: '+13105550134' } }))).toBe('done');
    expect(await code(owner.call(purchase.buy, { body: { key: 'order-approved-1', numbers: await offered(owner) } }))).toBe('done');
    await expect(approveCompany(operator, String(company.id))).rejects.toThrow('No company with this id waits');
    await expect(approveCompany(operator, 'all')).rejects.toThrow('by its id');
  });
});

test.each([
  ['approved', 'where the sandbox is off', {}],
  ['approved', 'where people come by https', { KEYLINE_SANDBOX_URL: 'http://localhost:4401', KEYLINE_PUBLIC_URL: 'https://phones.example.com' }],
  ['open', 'beside the sandbox', { KEYLINE_SANDBOX_URL: 'http://localhost:4401' }],
  ['open', 'where the operator says so', { KEYLINE_NEW_COMPANIES: 'open' }],
] as const)('new companies are %s %s', (expected, _where, given) => {
  const needed = { DATABASE_URL: 'postgres://keyline@localhost/keyline', KEYLINE_SECRET: randomBytes(32).toString('base64') };
  expect(readConfig({ ...needed, ...given }).newCompanies).toBe(expected);
});
