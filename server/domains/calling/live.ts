/** Calls that go on now. */
import { sql } from 'kysely';
import { type LiveCall, liveStates } from '#contract/calling/entities.ts';
import { callEventSteps } from '#contract/calls/enums.ts';
import { nameParty, parseClient } from '#machines/call/index.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Membership } from '../../http/handlers.ts';
import { selectCallTags } from '../calls/queries.ts';
import { findColleagues } from '../routing/people.ts';

/** More than anybody looks at; a storm does not make the list a burden. */
const most = 200;

function live(membership: Pick<Membership, 'numberIds'>) {
  return currentTransaction()
    .selectFrom('calls')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'calls.number_id')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.company_id', '=', 'calls.company_id').onRef('contacts.number', '=', 'calls.recipient').on('contacts.deleted_at', 'is', null),
    )
    .leftJoin('contact_phones', (join) =>
      join.onRef('contact_phones.company_id', '=', 'calls.company_id').onRef('contact_phones.number', '=', 'calls.recipient'),
    )
    .leftJoin('contacts as merged', (join) => join.onRef('merged.id', '=', 'contact_phones.contact_id').on('merged.deleted_at', 'is', null))
    .leftJoin('conversations', (join) =>
      join
        .onRef('conversations.company_id', '=', 'calls.company_id')
        .onRef('conversations.number_id', '=', 'calls.number_id')
        .onRef('conversations.recipient', '=', 'calls.recipient'),
    )
    .select([
      'calls.id',
      'calls.recipient',
      'calls.is_inbound',
      'calls.live_state',
      'calls.started_at',
      'calls.steps',
      'calls.flow',
      'calls.result',
      'phone_numbers.id as number_id',
      'phone_numbers.label',
      'phone_numbers.number',
      sql<number | null>`coalesce(contacts.id, merged.id)`.as('contact_id'),
      sql<string | null>`coalesce(contacts.name, merged.name)`.as('contact_name'),
      'conversations.id as conversation_id',
    ])
    .select((eb) => selectCallTags(eb).as('tags'))
    .where('calls.company_id', '=', companyId())
    .where('calls.is_live', '=', true)
    .where(limitToAccessibleNumbers('calls.number_id', membership.numberIds))
    .orderBy('calls.started_at', 'desc')
    .orderBy('calls.id', 'desc')
    .limit(most);
}
type Row = Awaited<ReturnType<ReturnType<typeof live>['execute']>>[number];

/** Returns the owners of phones, as far as the company knows: a contact, or a line of its own. */
export async function findPhoneOwners(numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map();
  const contacts = await currentTransaction()
    .selectFrom('contacts')
    .select(['number', 'name'])
    .where('company_id', '=', companyId())
    .where('number', 'in', numbers)
    .where('deleted_at', 'is', null)
    .execute();
  const merged = await currentTransaction()
    .selectFrom('contact_phones')
    .innerJoin('contacts', 'contacts.id', 'contact_phones.contact_id')
    .select(['contact_phones.number', 'contacts.name'])
    .where('contact_phones.company_id', '=', companyId())
    .where('contact_phones.number', 'in', numbers)
    .where('contacts.deleted_at', 'is', null)
    .execute();
  const lines = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['number', 'label as name'])
    .where('company_id', '=', companyId())
    .where('number', 'in', numbers)
    .execute();
  return new Map([...lines, ...merged, ...contacts].filter(({ name }) => name !== '').map(({ number, name }) => [number, name]));
}

const listLegs = (row: Row) => row.flow?.legs.filter(({ round }) => round === row.flow?.round) ?? [];

/** Whose browser rings; null for a phone. */
const nameBrowser = ({ flow }: Row, number: string) =>
  parseClient(number) === null ? null : nameParty({ scene: flow?.scene ?? null, ...(flow?.transfer ? { transfer: flow.transfer } : {}) }, number);

function toLive(row: Row, owners: ReadonlyMap<string, string>): LiveCall {
  const connectedAt = row.flow?.connectedAt ?? null;
  return {
    id: row.id,
    isInbound: row.is_inbound,
    recipient: row.recipient,
    contact: row.contact_id === null ? null : { id: row.contact_id, name: row.contact_name ?? '' },
    conversationId: row.conversation_id,
    number: { id: row.number_id, label: row.label, number: row.number },
    state: liveStates.find((state) => state === row.live_state) ?? 'ringing',
    startedAt: row.started_at.toISOString(),
    connectedAt: connectedAt === null ? null : new Date(row.started_at.getTime() + connectedAt * 1_000).toISOString(),
    steps: row.steps.flatMap(({ step, at, detail }) => {
      const known = callEventSteps.find((name) => name === step);
      return known === undefined ? [] : [{ step: known, at, detail }];
    }),
    phones: listLegs(row).map(({ number, state }) => ({ number, name: owners.get(number) ?? nameBrowser(row, number), state })),
    tags: row.tags,
    result: row.result,
  };
}

/** Names the owners of the ringing phones, users first. */
async function findNames(rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const numbers = [...new Set(rows.flatMap((row) => listLegs(row).map(({ number }) => number)))];
  const named = rows
    .flatMap((row) => row.flow?.scene?.routing.routes.flatMap(({ forwards }) => forwards) ?? [])
    .filter(({ number }) => numbers.includes(number));
  const [owners, colleagues] = [await findPhoneOwners(numbers), await findColleagues([...numbers.map((number) => ({ number })), ...named])];
  return new Map([...owners, ...[...colleagues].map(([number, { name }]) => [number, name] as const)]);
}

/** Calls that go on now on the numbers a person works, the newest first. */
export async function listLiveCalls(membership: Pick<Membership, 'numberIds'>) {
  const rows = await live(membership).execute();
  const owners = await findNames(rows);
  return { data: rows.map((row) => toLive(row, owners)), meta: { total: rows.length } };
}
