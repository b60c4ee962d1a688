/** The generated paths of inviting users, with actors that are calls to a real server. */
import { afterAll, beforeAll } from 'vitest';
import { routes } from '#contract/index.ts';
import type { CheckedAddress } from '#contract/invites/entities.ts';
import type { Grant, Retraction } from '#machines/invitation/index.ts';
import { model } from '#tests/models/invitation.fixtures.ts';
import { type Client, startServer, type TestCompany, type TestServer } from './harness.ts';
import { describePaths, type Wanted, type World, whileAway } from './models.driver.ts';

const calls = routes.invites;
let server: TestServer;
let nth = 0;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const isList = (value: unknown): value is readonly CheckedAddress[] => Array.isArray(value) && value.every((each) => 'state' in each);
const isRetraction = (value: unknown): value is Retraction => typeof value === 'object' && value !== null && 'opened' in value;

function inviting(): World {
  let company: TestCompany;
  let organizationId = 0;
  let owner: Client;
  let email = '';
  const away = <T>(work: () => Promise<T>) => whileAway(server, work, () => owner.call(calls.list));
  /** Arranges the address of a path: a member, invited before, or unknown yet. */
  const arrange = async (state: CheckedAddress['state'] | undefined) => {
    const { owner: database } = server;
    await database.deleteFrom('invites').where('company_id', '=', company.id).execute();
    const person = await database.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (person) await database.deleteFrom('memberships').where('company_id', '=', company.id).where('user_id', '=', person.id).execute();
    if (state === 'invited') await owner.call(calls.create, { body: { email, role: 'user' } });
    if (state !== 'member') return;
    const { id: user_id } = person ?? (await database.insertInto('users').values({ email, password_hash: '' }).returning('id').executeTakeFirstOrThrow());
    await database.insertInto('memberships').values({ company_id: company.id, user_id, role: 'user' }).execute();
  };
  return {
    begin: async () => {
      nth += 1;
      email = `walked${nth}@example.com`;
      organizationId = (await server.organization()).id;
      company = await server.company({ organizationId });
      const person = await server.person();
      await server.owner.insertInto('memberships').values({ company_id: company.id, user_id: person.id, role: 'owner' }).execute();
      await server.owner.insertInto('organization_users').values({ organization_id: organizationId, user_id: person.id }).execute();
      owner = (await server.signedIn(person)).in(company);
      return undefined;
    },
    before: async (event) => {
      if (event.type === 'addresses.excluded') return { ...event, lines: [email] };
      if (event.type !== 'addresses.given') return event;
      const grant = event.grant as Grant;
      return { ...event, lines: [email], grant: { ...grant, businessUnitId: grant.businessUnitId === null ? null : organizationId } };
    },
    calls: {
      checkAddresses: async ({ lines }: { lines: string[] }, { error, output }: Wanted) => {
        const check = async (asked: string[]) => (await owner.call(calls.check, { body: { lines: asked } })).data;
        if (error) return away(() => check(lines));
        const state = isList(output) ? output[0]?.state : undefined;
        await arrange(state);
        const data = await check(state === 'invalid' ? ['nobody'] : lines);
        if (data[0]?.state !== state) throw new Error(`${email} is ${data[0]?.state}, not ${state}`);
        return data;
      },
      sendInvites: async ({ emails, grant }: { emails: string[]; grant: Grant }, { error }: Wanted) => {
        const { role, businessUnitId } = grant;
        const send = async () => (await owner.call(calls.create, { body: businessUnitId === null ? { emails, role } : { emails, businessUnitId } })).data;
        if (error) return away(send);
        // A walk sends one address more often than a day allows.
        await server.owner.updateTable('invites').set({ asks: [] }).where('company_id', '=', company.id).execute();
        return (await send()).map((sent) => ({ id: sent.id, email: sent.email }));
      },
      retractInvites: async ({ ids }: { ids: number[] }, { error, output }: Wanted) => {
        const retract = () => owner.call(calls.retract, { body: { ids } });
        if (error) return away(retract);
        const wasOpened = isRetraction(output) && output.opened > 0;
        await server.owner
          .updateTable('invites')
          .set({ opened_at: wasOpened ? new Date() : null })
          .where('company_id', '=', company.id)
          .execute();
        const done = await retract();
        const told = { retracted: done.retracted.length, opened: done.opened };
        if (isRetraction(output) && told.opened !== output.opened) throw new Error(`${told.opened} were opened`);
        return told;
      },
    },
  };
}

describePaths('inviting users, against the server', model, () => true, [], inviting);
