/** The generated paths of a custom domain, with actors that are calls to a real server, which asks the sandbox’s name server. */
import { afterAll, beforeAll } from 'vitest';
import { routes } from '#contract/index.ts';
import type { CustomDomain, DomainCheck } from '#contract/tenant/entities.ts';
import { model } from '#tests/models/customDomain.fixtures.ts';
import { Client, type TestCompany } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';
import { type Outside, startOutside } from './outside.ts';
import { publish } from './tenant.stage.ts';

const calls = routes.tenant;
let outside: Outside;
let nth = 0;

beforeAll(async () => {
  outside = await startOutside();
});
afterAll(() => outside.close());

const isDomain = (value: unknown): value is CustomDomain => typeof value === 'object' && value !== null && 'records' in value;
const isCheck = (value: unknown): value is DomainCheck => typeof value === 'object' && value !== null && 'isValid' in value;

function claiming(): World {
  let company: TestCompany;
  let owner: Client;
  let domain = '';
  const rows = () => outside.server.owner.updateTable('custom_domains').where('company_id', '=', company.id);
  const read = () => owner.call(calls.domain);
  const away = <T>(work: () => Promise<T>) => whileAway(outside.server, work, () => owner.call(calls.get));
  const drop = async () => void (await outside.server.owner.deleteFrom('custom_domains').where('company_id', '=', company.id).execute());
  const expire = async () =>
    void (await rows()
      .set({ claimed_at: new Date(0) })
      .execute());
  const hide = ({ records }: CustomDomain) => {
    for (const { name, type } of records) outside.sandbox.nameServer.put({ name, type: type === 'TXT' ? 'TXT' : 'CNAME', values: [] });
  };
  /** A claim that nothing was found of; its records are in DNS where `isPublished` says so. */
  const reset = async (isPublished: boolean) => {
    if ((await read()).id === null) await owner.call(calls.createDomain, { body: { domain } });
    await rows().set({ claimed_at: new Date(), verified_at: null, synced_at: null, records: '[]' }).execute();
    const claimed = await read();
    if (isPublished) publish(outside.sandbox, claimed.records);
    else hide(claimed);
    return { params: { id: claimed.id ?? 0 } };
  };
  const arrange = async ({ status, records }: CustomDomain) => {
    if (status === 'none') return drop();
    const one = await reset(records.every((record) => record.status === 'verified'));
    if (status === 'expired') await expire();
    if (status === 'verified') await owner.call(calls.lookDomain, one);
    if (status === 'synced') await owner.call(calls.syncDomain, one);
  };
  return {
    begin: async () => {
      nth += 1;
      domain = `pier-${nth}-motors.com`;
      company = await outside.server.company();
      owner = await outside.server.worker(company, 'owner');
      return undefined;
    },
    calls: {
      loadDomain: async (_: unknown, { error, output }: Wanted) => {
        if (error) return away(read);
        if (isDomain(output)) await arrange(output);
        return read();
      },
      checkName: (_: unknown, { error, output }: Wanted) => {
        const domainName = isCheck(output) && !output.isValid ? 'localhost' : domain;
        const ask = () => owner.call(calls.checkDomain, { query: { domainName } });
        return error ? away(ask) : ask();
      },
      claimDomain: (_: unknown, { error }: Wanted) => {
        const ask = () => owner.call(calls.createDomain, { body: { domain } });
        return error ? away(ask) : ask();
      },
      lookAtRecords: async ({ id }: { id: number }, { error, output }: Wanted) => {
        const params = { id };
        if (error?.status === 0) return new Client('http://127.0.0.1:9').in(company).call(calls.lookDomain, { params });
        if (error?.status === 404) await drop();
        if (error?.status === 409) {
          await reset(false);
          await expire();
        }
        if (error) return owner.call(calls.lookDomain, { params });
        await reset(isDomain(output) && output.status === 'verified');
        return owner.call(calls.lookDomain, { params });
      },
      syncTenant: async ({ id }: { id: number }, { error }: Wanted) => {
        if (error?.status === 404) await drop();
        else await reset(error === null);
        return owner.call(calls.syncDomain, { params: { id } });
      },
      removeDomain: async ({ id }: { id: number }, { error }: Wanted) => {
        if (error?.status === 404) await drop();
        const ask = async () => {
          await owner.call(calls.removeDomain, { params: { id } });
          return read();
        };
        return error && error.status !== 404 ? away(ask) : ask();
      },
    },
  };
}

describePaths('a custom domain, against the server', model, () => true, [], claiming);
