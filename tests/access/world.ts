/** Three companies with rows of every kind, and somebody for each column of the policy. Rows are put there by the database's owner. */
import { randomBytes } from 'node:crypto';
import { type Role, roles } from '#contract/core/permissions.ts';
import { addItem, findOrCreateConversation } from '#server/domains/conversations/repository.ts';
import type { Client, Person, TestCompany, TestServer } from '#tests/server/harness.ts';
import { outsider } from './outsiders.ts';
import { type KeyedKind, type Kind, keyedMakers, makers } from './rows.ts';
import type { Column } from './rule.ts';

export { outsider } from './outsiders.ts';

/** An id that no row has. */
export const nowhereId = 987_654_321;
export const randomKey = (prefix = 'key') => `${prefix}-${randomBytes(9).toString('hex')}`;

type Line = { readonly id: number; readonly number: string };

/** A company and its rows. Rows are on its first line, which all its people work, or its second, which its `user` does not. */
export interface House {
  readonly company: { readonly id: number };
  readonly organization: { readonly id: number };
  readonly lines: readonly [Line, Line];
  thread(line: 0 | 1, given?: ThreadGiven): Promise<{ readonly id: number; readonly itemId: number }>;
  call(line: 0 | 1): Promise<number>;
  note(line: 0 | 1, given?: { readonly deleted?: boolean }): Promise<number>;
  contact(given?: { readonly deleted?: boolean }): Promise<number>;
  /** A finished batch without rows. */
  batch(type: string, createdBy: number | null): Promise<string>;
  /** A file of a text on the line. */
  file(line?: 0 | 1): Promise<number>;
  /** A row of another kind, on a line where the kind has one. */
  row(kind: Kind, line?: 0 | 1): Promise<number>;
  /** A row that is known by a client's key. */
  keyed(kind: KeyedKind): Promise<string>;
}

interface ThreadGiven {
  readonly state?: 'held' | 'scheduled' | 'failed';
  readonly deletedBy?: string;
  /** A text that came in and sounds like an opt-out. */
  readonly isFlagged?: boolean;
}

/** The company that is not there. */
export const nowhere: House = {
  company: { id: nowhereId },
  organization: { id: nowhereId },
  lines: [
    { id: nowhereId, number: '+12125550999' },
    { id: nowhereId, number: '+12125550998' },
  ],
  thread: async () => ({ id: nowhereId, itemId: nowhereId }),
  call: async () => nowhereId,
  note: async () => nowhereId,
  contact: async () => nowhereId,
  batch: async () => 'a-batch-that-is-nowhere',
  file: async () => nowhereId,
  row: async () => nowhereId,
  keyed: async () => 'a-key-that-is-nowhere',
};

/** Builds a company with an organization of its own and two lines. `mark` stands in all of its words. */
async function buildHouse(server: TestServer, mark: string): Promise<House & { readonly company: TestCompany }> {
  const { owner } = server;
  const organization = await server.organization(`${mark} organization`);
  const company = await server.company({ name: `${mark} company`, organizationId: organization.id });
  const lines = [await server.number(company, { label: `${mark} first` }), await server.number(company, { label: `${mark} second` })] as const;
  const company_id = company.id;
  const within = <T>(work: () => Promise<T>) => server.services.tenancy.company([company_id], null, work);

  const placeOf = (line: 0 | 1) => ({ owner, companyId: company_id, organizationId: organization.id, lineId: lines[line].id, mark });

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
    row: (kind, line = 0) => makers[kind](placeOf(line)),
    keyed: (kind) => keyedMakers[kind](placeOf(0)),
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

/** Somebody of a column: who they are, and a way to a browser of theirs, signed in anew. */
interface Actor {
  readonly person: Person | null;
  enter(): Promise<Client>;
}

export interface World {
  readonly server: TestServer;
  readonly a: House;
  readonly b: House;
  readonly c: House;
  readonly actors: Readonly<Record<Column, Actor>>;
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
