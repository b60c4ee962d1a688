/** Three companies with rows of every kind, and somebody for each column of the policy. Rows are put there by the database's owner. */
import { type Role, roles } from '#contract/core/permissions.ts';
import { addItem, findOrCreateConversation } from '#server/domains/conversations/repository.ts';
import type { Person, TestCompany, TestServer } from '#tests/server/harness.ts';
import { outsider, randomKey } from './outsiders.ts';
import type { Column } from './rule.ts';
import type { Actor, House, World } from './scene.ts';

/** Builds a company with an organization of its own and two lines. `mark` stands in all of its words. */
async function buildHouse(server: TestServer, mark: string): Promise<House & { readonly company: TestCompany }> {
  const { owner } = server;
  const organization = await server.organization(`${mark} organization`);
  const company = await server.company({ name: `${mark} company`, organizationId: organization.id });
  const lines = [await server.number(company, { label: `${mark} first` }), await server.number(company, { label: `${mark} second` })] as const;
  const company_id = company.id;
  const within = <T>(work: () => Promise<T>) => server.services.tenancy.company([company_id], null, work);

  const contextOf = (line: 0 | 1) => ({ owner, companyId: company_id, lineId: lines[line].id, mark });

  const thread: House['thread'] = (line, { state, deletedBy, isFlagged } = {}) =>
    within(async () => {
      const recipient = outsider();
      const numberId = lines[line].id;
      const { id } = await findOrCreateConversation({ numberId, recipient });
      const item = await addItem({
        conversationId: id,
        numberId,
        recipient,
        type: 'message',
        isInbound: state === undefined,
        createdAt: new Date(),
        body: `${mark} message`,
        deliveryState: state ?? 'received',
        optOutReview: isFlagged ? 'open' : null,
        sendAt: state === 'held' || state === 'scheduled' ? new Date(Date.now() + 3_600_000) : null,
      });
      if (deletedBy !== undefined)
        await owner.updateTable('items').set({ deleted_at: new Date(), deletion_mark: deletedBy }).where('id', '=', item.id).execute();
      return { id, itemId: item.id };
    });

  return {
    company,
    organization,
    lines,
    thread,
    call: (line) =>
      within(async () => {
        const recipient = outsider();
        const number_id = lines[line].id;
        const { id } = await owner
          .insertInto('calls')
          .values({ company_id, number_id, recipient, is_inbound: true, result: 'missed', started_at: new Date(), answered_by: `${mark} answerer` })
          .returning('id')
          .executeTakeFirstOrThrow();
        await addItem({ conversationId: null, numberId: number_id, recipient, type: 'call', isInbound: true, createdAt: new Date(), callId: id });
        return id;
      }),
    async note(line, { deleted = false } = {}) {
      const { id: model_id } = await thread(line);
      const values = { company_id, model_type: 'conversation' as const, model_id, body: `${mark} note`, author_name: `${mark} author` };
      const row = { ...values, deleted_at: deleted ? new Date() : null };
      return (await owner.insertInto('notes').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async contact({ deleted = false } = {}) {
      const words = { name: `${mark} contact`, company_name: `${mark} firm`, notes: `${mark} notes`, city: `${mark} city`, email: `${mark}@example.com` };
      const row = { company_id, number: outsider(), ...words, deleted_at: deleted ? new Date() : null };
      return (await owner.insertInto('contacts').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async batch(type, created_by) {
      const id = randomKey('batch');
      await owner.insertInto('batches').values({ id, company_id, type, params: '{}', created_by, total: 0, finished_at: new Date() }).execute();
      return id;
    },
    row: (insert, line = 0) => insert(contextOf(line)),
    keyed: (insert) => insert(contextOf(0)),
    async file(line = 0) {
      const storage_key = `tests/${randomKey('file')}`;
      await server.services.files.put(storage_key, new TextEncoder().encode(`${mark} file`));
      const row = { company_id, name: `${mark}.txt`, content_type: 'text/plain', bytes: mark.length + 5, storage_key };
      const { id } = await owner.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow();
      const { itemId } = await thread(line);
      await owner.insertInto('item_media').values({ company_id, item_id: itemId, file_id: id }).execute();
      return id;
    },
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
  };
  return { server, a, b, c, actors };
}
