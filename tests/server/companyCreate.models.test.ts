/** The generated paths of creating a company, with actors that are calls to a real server beside the sandbox's card service and carrier. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { CompanyCreation } from '#contract/companies/entities.ts';
import { routes } from '#contract/index.ts';
import type { CreationOrder, NewCompany } from '#machines/companyCreate/index.ts';
import { model } from '#tests/models/companyCreate.fixtures.ts';
import { emptyCard, enterCard } from './billing.stage.ts';
import { Client } from './harness.ts';
import { describePaths, type Wanted, type World } from './models.driver.ts';
import { type Outside, startOutside } from './outside.ts';

const { create, creation } = routes.companies;
let outside: Outside;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());

const isCreation = (value: unknown): value is CompanyCreation => typeof value === 'object' && value !== null && 'companyId' in value;
const wantedCreation = ({ output }: Wanted): CompanyCreation | null => (isCreation(output) ? output : null);

function creating(): World {
  /** The founder of each company, by its key. */
  const founders = new Map<string, Client>();
  let offers: readonly string[] = [];
  let attempt = 0;

  const nowhere = () => new Client('http://127.0.0.1:9');
  const found = async (key: string): Promise<Client> => {
    const founder = await outside.server.signedIn(await outside.server.person());
    founders.set(key, founder);
    return founder;
  };
  const of = (key: string): Client => {
    const founder = founders.get(key);
    if (!founder) throw new Error(`No founder of ${key}`);
    return founder;
  };
  const read = async (key: string): Promise<CompanyCreation> => {
    const { data } = await of(key).call(creation, { query: { key } });
    if (data === null) throw new Error(`${key} was not made`);
    return data;
  };
  const suspended = async <T>(id: number, work: () => Promise<T>): Promise<T> => {
    const set = (account_status: 'active' | 'suspended') =>
      outside.server.owner.updateTable('companies').set({ account_status }).where('id', '=', id).execute();
    await set('suspended');
    return work().finally(() => set('active'));
  };
  const search = async (client: Client, companyId: number, areaCode: string) => {
    const { data } = await client.in({ id: companyId }).call(routes.purchase.locate, { body: { searchUpdated: { areaCode, type: 1 }, limit: 20 } });
    return data;
  };
  /** Another company, as the path has it. */
  const arrange = async ({ hasCard, plan, number }: Pick<CompanyCreation, 'hasCard' | 'plan' | 'number'>, isBroke = false): Promise<CompanyCreation> => {
    attempt += 1;
    const key = `arranged-${attempt}-${crypto.randomUUID().slice(0, 8)}`;
    const founder = await found(key);
    const body = { key, companyInfo: { name: 'Birch Dental' }, skipNumber: true as const };
    const { id } = await founder.call(create, { body });
    if (hasCard) {
      const { token } = await enterCard(founder.in({ id }), isBroke ? emptyCard : undefined);
      await founder.call(create, { body: { ...body, billingInfo: { chargifyToken: token } } });
    }
    if (plan !== null) await founder.call(create, { body: { ...body, planId: plan.planId } });
    if (number !== null) {
      // Elsewhere than the walk itself searches: what it has found stays free.
      const [offer] = await search(founder, id, '415');
      await founder.call(create, { body: { key, companyInfo: body.companyInfo, number: { number: offer?.number ?? '' } } });
    }
    return read(key);
  };
  const startPlan = async ({ plan }: CreationOrder, wanted: CompanyCreation): Promise<CompanyCreation> => {
    const isBroke = wanted.plan?.state === 'missing';
    const { key, name, prices } = await arrange({ hasCard: wanted.hasCard, plan: null, number: null }, isBroke);
    const dueNow = prices.find(({ planId }) => planId === plan?.planId)?.price;
    const { creation: made } = await of(key).call(create, { body: { key, companyInfo: { name }, skipNumber: true, planId: plan?.planId, dueNow } });
    expect(made.plan).toMatchObject({ planId: plan?.planId, state: wanted.plan?.state });
    return made;
  };
  const orderNumber = async ({ creation: { key, name, companyId }, number }: CreationOrder, wanted: CompanyCreation): Promise<CompanyCreation> => {
    const isAwaiting = wanted.number?.state === 'missing';
    const set = (awaits_approval: boolean) => outside.server.owner.updateTable('companies').set({ awaits_approval }).where('id', '=', companyId).execute();
    if (isAwaiting) await set(true);
    const { creation: made } = await of(key).call(create, { body: { key, companyInfo: { name }, number: number ?? { number: '' } } });
    if (isAwaiting) await set(false);
    expect(made.number).toMatchObject({ number: number?.number });
    expect(made.number?.state === 'missing').toBe(isAwaiting);
    // The walk goes on in another company, which can’t have the same number.
    if (!isAwaiting) offers = offers.filter((each) => each !== number?.number);
    return made;
  };

  return {
    begin: async () => {
      founders.clear();
      return { key: `creation-${crypto.randomUUID().slice(0, 8)}`, details: { name: '', timezone: 'America/Denver', defaultAreaCode: '' } };
    },
    before: async (event) => (event.type === 'number.chosen' ? { ...event, number: offers[0] ?? '' } : event),
    calls: {
      createCompany: async ({ key, details: { name, timezone } }: NewCompany, wanted) => {
        const body = { key, companyInfo: { name: wanted.error?.status === 422 ? ' ' : name, timezone }, skipNumber: true as const };
        const client = wanted.error?.status === 0 ? nowhere() : await found(key);
        const made = await client.call(create, { body });
        expect(made).toMatchObject({ name, actAs: 'owner', creation: { key, number: null, plan: null } });
        return made.creation;
      },
      findCreation: async ({ key, companyId }: { key: string; companyId: number | null }, wanted) => {
        if (wanted.error) return nowhere().call(creation, { query: { key } });
        const next = wantedCreation(wanted);
        if (next !== null) return arrange(next);
        const stranger = await outside.server.signedIn(await outside.server.person());
        const { id } = await outside.server.company();
        const { data } = await stranger.call(creation, { query: companyId === null ? { key } : { id } });
        expect(data).toBeNull();
        return data;
      },
      continueCreation: async (order: CreationOrder, wanted) => {
        const { key, name, companyId } = order.creation;
        const body = { key, companyInfo: { name }, skipNumber: true as const };
        if (wanted.error?.status === 0) return nowhere().call(create, { body });
        if (wanted.error) return suspended(companyId, () => of(key).call(create, { body }));
        const next = wantedCreation(wanted);
        if (next === null) throw new Error('A creation is wanted');
        return order.plan === null ? orderNumber(order, next) : startPlan(order, next);
      },
      openCardPage: async ({ companyId }: { companyId: number }, wanted) => {
        const rows = await outside.server.owner.selectFrom('companies').select('founding_key').where('id', '=', companyId).execute();
        const client = of(rows[0]?.founding_key ?? '').in({ id: companyId });
        const open = () => client.call(routes.billing.securityToken);
        const page = await (wanted.error ? suspended(companyId, open) : open());
        expect(page.url).toContain('http');
        return page;
      },
      findNumbers: async ({ companyId, areaCode }: { companyId: number; areaCode: string }, wanted) => {
        expect(areaCode).toBe('212');
        const rows = await outside.server.owner.selectFrom('companies').select('founding_key').where('id', '=', companyId).execute();
        const find = () => search(of(rows[0]?.founding_key ?? ''), companyId, areaCode);
        const data = await (wanted.error ? suspended(companyId, find) : find());
        offers = data.map(({ number }) => number);
        return data;
      },
    },
  };
}

describePaths('creating a company, against the server', model, () => true, [], creating);
