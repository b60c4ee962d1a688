/** Recipients of a campaign: the contacts of its group, each on one line. One statement lists them before, and writes them down when it is sent. */
import { createHash } from 'node:crypto';
import { type SelectQueryBuilder, sql } from 'kysely';
import { type SkipReason, skipReasons } from '#contract/campaigns/enums.ts';
import { campaignTexts } from '#contract/campaigns/texts.ts';
import { findQuiet, listZones, type TextingHours } from '#contract/text/quietHours.ts';
import { checkMessageDestination } from '../../compliance/destinations.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { findDestinationFault } from '../../destinations.ts';
import { readNamedGroup, selectContacts } from '../contacts/queries.ts';
import type { Words } from './rendering.ts';

/** Recipients that are written down in one statement. */
export const chunkRows = 50_000;

/** A number of an area code, by which the code is judged. */
const sampleOf = (prefix: string) => `${prefix}2345678`;

type NamedGroup = NonNullable<Awaited<ReturnType<typeof readNamedGroup>>>;

/** Contacts of a group. Those of a stored one are read from its members on: without statistics the database would look through all members for each contact. */
function selectMembers(groupId: number, group: NamedGroup | null): SelectQueryBuilder<Database, 'contacts', object> {
  if (group?.saved) return selectContacts({ groupId }, group);
  return currentTransaction()
    .selectFrom('contacts')
    .innerJoin('contact_group_members', (join) =>
      join.onRef('contact_group_members.contact_id', '=', 'contacts.id').on('contact_group_members.group_id', '=', groupId),
    )
    .where('contacts.company_id', '=', companyId())
    .where('contacts.deleted_at', 'is', null);
}

/** Members from which on a group is joined as a whole. */
const largeGroup = 1_000;

/** True for a group of many members. By statistics from before it was filled it has one, and the database would look through all contacts for each of them. */
async function isLarge(groupId: number): Promise<boolean> {
  const first = currentTransaction().selectFrom('contact_group_members').select('contact_id').where('group_id', '=', groupId).limit(largeGroup);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from (${first}) m`.execute(currentTransaction());
  return rows[0]?.many === largeGroup;
}

/**
 * Contacts of a group, each with the reason for which it is skipped; null where it gets the text. A landline is what a lookup calls so, or the carrier (21635, 21614).
 * Each list is read once and looked up in memory: looked into for each contact, one that has just grown is read whole each time, by old statistics.
 */
export async function selectAudience(groupId: number) {
  const group = await readNamedGroup({ groupId });
  if (!group?.saved && (await isLarge(groupId))) await sql`set local enable_nestloop = off`.execute(currentTransaction());
  const members = () => selectMembers(groupId, group);
  const { rows: codes } = await sql<{
    code: string;
  }>`select distinct left(number, 5) as code from (${members().select('contacts.number')}) c`.execute(currentTransaction());
  const faultOf = ({ code }: { readonly code: string }) => (/^\+1[2-9]\d\d$/.test(code) ? judgeCode(code) : code.startsWith('+') ? 'destination' : 'invalid');
  const faults = Map.groupBy(codes, faultOf);
  const listed = (fault: SkipReason) => (faults.get(fault) ?? []).map(({ code }) => code);
  const line = sql<SkipReason | null>`case
    when contacts.is_invalid or left(contacts.number, 5) = any (${listed('invalid')}::text[]) then 'invalid'
    when left(contacts.number, 5) = any (${listed('destination')}::text[]) or contacts.number ~ '^\\+1\\d{3}976' then 'destination'
    when contacts.is_unsubscribed or contacts.number in (select o.number from opt_outs o where o.company_id = ${companyId()}) then 'opted_out'
    when contacts.number in (select l.number from caller_lookups l where l.company_id = ${companyId()} and l.found ->> 'lineType' in ('landline', 'fixed line'))
      or contacts.number in (select r.e164 from campaign_recipients r where r.company_id = ${companyId()} and r.error_code in ('21635', '21614')) then 'landline'
  end`;
  return () => members().select(['contacts.id', 'contacts.number', 'contacts.name', 'contacts.email', 'contacts.state', line.as('line')]);
}

export type Audience = Awaited<ReturnType<typeof selectAudience>>;

/** Judges an area code: premium and foreign ones are no destination, one that is nobody's is no number. */
function judgeCode(code: string): SkipReason | null {
  const sample = sampleOf(code);
  if (checkMessageDestination(sample) === null) return null;
  return findDestinationFault(sample, new Set(['US', 'CA']))?.kind === 'invalid' ? 'invalid' : 'destination';
}

/** People of the same area code and state share their hours. */
interface Place {
  readonly code: string;
  readonly state: string;
}

interface ZoneGroup extends Place {
  readonly zones: string;
  /** Until when they wait; null where it is day. */
  readonly until: string | null;
}

/** Adds zones to places, with until when people there wait at an instant. */
function addZones<P extends Place>(places: readonly P[], at: Date, hours: TextingHours | null): (P & ZoneGroup)[] {
  const waits = new Map<string, string | null>();
  return places.map((place) => {
    const listed = listZones(sampleOf(place.code), place.state === '' ? null : place.state);
    const zones = listed.join(',');
    if (!waits.has(zones)) waits.set(zones, hours === null ? null : (findQuiet(listed, at, hours)?.until.toISOString() ?? null));
    return { ...place, zones, until: waits.get(zones) ?? null };
  });
}

/** Those who get the text, by area code and state, with until when they wait at an instant. */
export async function listZoneGroups(audience: Audience, at: Date, hours: TextingHours | null): Promise<readonly (ZoneGroup & { readonly count: number })[]> {
  const { rows } = await sql<Place & { count: number }>`
    select left(number, 5) as code, upper(trim(coalesce(state, ''))) as state, count(*)::int as count from (${audience()}) a where line is null group by 1, 2`.execute(
    currentTransaction(),
  );
  return addZones(rows, at, hours);
}

/** Counts of an audience. `members` changes with whoever comes or goes. */
interface AudienceCounts {
  readonly total: number;
  readonly skipped: Readonly<Record<SkipReason, number>>;
  readonly members: string;
}

/** Counts an audience. */
export async function countAudience(audience: Audience): Promise<AudienceCounts> {
  const { rows } = await sql<{ line: SkipReason | null; count: number; members: string }>`
    select line, count(*)::int as count, sum(hashint8extended(id, 0))::text as members from (${audience()}) a group by line`.execute(currentTransaction());
  const countOf = (line: SkipReason | null) => rows.find((row) => row.line === line)?.count ?? 0;
  const members = rows.reduce((sum, row) => sum + BigInt(row.members), 0n);
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    skipped: { opted_out: countOf('opted_out'), landline: countOf('landline'), invalid: countOf('invalid'), destination: countOf('destination') },
    members: members.toString(36),
  };
}

/** People who get the text. */
export const countReached = ({ total, skipped }: Pick<AudienceCounts, 'total' | 'skipped'>): number =>
  skipReasons.reduce((left, reason) => left - skipped[reason], total);

/** Contents of a digest. */
interface Sent extends Words {
  readonly number_id: number | null;
  readonly group_id: number | null;
  readonly media: readonly number[];
}

/** Makes the digest of a campaign and its audience: sending with it is refused once one of them changed. */
export function createDigest({ message, unsubscribe_message, fields, number_id, group_id, media }: Sent, counts: AudienceCounts): string {
  const words = createHash('sha256')
    .update(JSON.stringify([message, unsubscribe_message, fields, number_id, group_id, media]))
    .digest('hex')
    .slice(0, 16);
  return [words, counts.total, ...skipReasons.map((reason) => counts.skipped[reason]), counts.members].join('.');
}

/** Changes between two digests, in words; null where there are none. */
export function findDifference(before: string, now: string): string | null {
  if (before === now) return null;
  const [words, total, ...rest] = before.split('.');
  const [wordsNow, totalNow, ...restNow] = now.split('.');
  const named = [
    words === wordsNow ? null : 'the text, its files, number or group',
    total === totalNow ? null : `the group (${total ?? '?'} recipients, now ${totalNow})`,
    ...skipReasons.map((reason, at) => (rest[at] === restNow[at] ? null : `${differenceNames[reason]} (${rest[at] ?? '?'}, now ${restNow[at]})`)),
  ].filter((part) => part !== null);
  return campaignTexts.changed(named.length === 0 ? 'who is in the group' : named.join(', '));
}

const differenceNames: Readonly<Record<SkipReason, string>> = {
  opted_out: 'people who opted out',
  landline: 'landlines',
  invalid: 'invalid numbers',
  destination: 'numbers that can’t be texted',
};

/**
 * Writes down whom a campaign goes to, from a contact on; those who wait for texting hours wait from the beginning. Answers the last contact; null when all are there.
 */
export async function writeRecipients(campaignId: number, audience: Audience, after: number, at: Date, hours: TextingHours | null): Promise<number | null> {
  // Also of those who are skipped: to look for their reasons here too takes as long as all the rest.
  const places = await sql<Place>`select distinct left(number, 5) as code, upper(trim(coalesce(state, ''))) as state from (${audience()}) a`.execute(
    currentTransaction(),
  );
  const zones = addZones(places.rows, at, hours);
  const { rows } = await sql<{ last: number | null; written: number }>`
    with zoned as (select * from jsonb_to_recordset(${JSON.stringify(zones)}::jsonb) as z (code text, state text, zones text, until timestamptz)),
    part as materialized (select * from (${audience()}) a where id > ${after} order by id limit ${chunkRows}),
    written as (
      insert into campaign_recipients (company_id, campaign_id, e164, contact_id, name, email, zones, state, reason, due_at)
      select ${companyId()}, ${campaignId}, p.number, p.id, p.name, coalesce(p.email, ''), coalesce(z.zones, ''),
        case when p.line is not null then 'skipped' when z.until is not null then 'held' else 'waiting' end, p.line, coalesce(z.until, ${at})
      from part p left join zoned z on z.code = left(p.number, 5) and z.state = upper(trim(coalesce(p.state, '')))
      order by p.id
      on conflict (campaign_id, e164) do nothing
    )
    select max(id) as last, count(*)::int as written from part`.execute(currentTransaction());
  const [row] = rows;
  return row && row.written === chunkRows ? row.last : null;
}
