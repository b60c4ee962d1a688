/** Three companies with rows of every kind, and somebody for each column of the policy. Rows are put there by the database's owner. */
import { type Role, roles } from '#contract/core/permissions.ts';
import type { Person, TestCompany, TestServer } from '#tests/server/harness.ts';
import { insertCall } from '../areas/calls.ts';
import { insertContact } from '../areas/contacts.ts';
import { insertThread } from '../areas/conversations.ts';
import { insertNote } from '../areas/notes.ts';
import { insertFile } from '../areas/system.ts';
import { randomKey } from './outsiders.ts';
import type { Column } from './rule.ts';
import type { Actor, House, World } from './scene.ts';

/** Builds a company with an organization of its own and two lines. `mark` stands in all of its words. */
async function buildHouse(server: TestServer, mark: string): Promise<House & { readonly company: TestCompany }> {
  const { owner } = server;
  const organization = await server.organization(`${mark} organization`);
  const company = await server.company({ name: `${mark} company`, organizationId: organization.id });
  const lines = [await server.number(company, { label: `${mark} first` }), await server.number(company, { label: `${mark} second` })] as const;
  const company_id = company.id;
  const contextOf = (line: 0 | 1) => ({ server, owner, companyId: company_id, lineId: lines[line].id, mark });

  return {
    company,
    organization,
    lines,
    thread: (line, given) => insertThread(contextOf(line), given),
    call: (line) => insertCall(contextOf(line)),
    note: (line, given) => insertNote(contextOf(line), given),
    contact: (given) => insertContact(contextOf(0), given),
    async batch(type, created_by) {
      const id = randomKey('batch');
      await owner.insertInto('batches').values({ id, company_id, type, params: '{}', created_by, total: 0, finished_at: new Date() }).execute();
      return id;
    },
    file: (line = 0) => insertFile(contextOf(line)),
    row: (insert, line = 0) => insert(contextOf(line)),
    keyed: (insert) => insert(contextOf(0)),
  };
}

/** The whole stage of the policy. `marks` stand in the words of its companies. */
export async function buildWorld(server: TestServer, marks = { a: 'alder', b: 'birch', c: 'cedar' }): Promise<World> {
  const [a, b, c] = [await buildHouse(server, marks.a), await buildHouse(server, marks.b), await buildHouse(server, marks.c)];
  const someone = async (given: { readonly isStaff?: boolean } = {}): Promise<Actor & { readonly person: Person }> => {
    const person = await server.person(given);
    return { person, enter: () => server.signedIn(person) };
  };
  const worker = async (house: House & { readonly company: TestCompany }, role: Role) => {
    const actor = await someone();
    await server.membership(actor.person, house.company, role, role === 'user' ? [house.lines[0].id] : undefined);
    return actor;
  };
  const people = async (house: House & { readonly company: TestCompany }) =>
    Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await worker(house, role)] as const)));
  const [ofA, ofB] = [await people(a), await people(b)];
  const at = (of: Record<string, Actor>, role: Role): Actor => of[role] ?? { person: null, enter: async () => server.stranger() };

  const administrator = await someone();
  await server.owner.insertInto('organization_users').values({ organization_id: a.organization.id, user_id: administrator.person.id }).execute();
  const removed = await worker(a, 'administrator');
  await server.owner.deleteFrom('memberships').where('user_id', '=', removed.person.id).execute();
  const staff = await someone({ isStaff: true });
  const actedAs = await worker(a, 'administrator');
  const pending = await worker(a, 'owner');

  const actors: Record<Column, Actor> = {
    none: { person: null, enter: async () => server.stranger() },
    'A owner': at(ofA, 'owner'),
    'A administrator': at(ofA, 'administrator'),
    'A billing': at(ofA, 'billing'),
    'A reporting': at(ofA, 'reporting'),
    'A user': at(ofA, 'user'),
    'B owner': at(ofB, 'owner'),
    'B administrator': at(ofB, 'administrator'),
    'B billing': at(ofB, 'billing'),
    'B reporting': at(ofB, 'reporting'),
    'B user': at(ofB, 'user'),
    'organization administrator': administrator,
    removed,
    impersonating: { person: actedAs.person, enter: () => server.signedIn(actedAs.person, { impersonator: staff.person }) },
    staff,
    'MFA pending': {
      person: pending.person,
      async enter() {
        const client = await server.signedIn(pending.person);
        await server.owner.updateTable('sessions').set({ mfa_pending: true }).where('user_id', '=', pending.person.id).execute();
        return client;
      },
    },
    'catalog account': { person: null, enter: async () => (await server.catalogAccount()).client },
  };
  return { server, a, b, c, actors };
}
