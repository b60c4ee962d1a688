/** Verdicts on recipients whose turn has come: made at that moment, under a lock on each recipient, so that STOP counts. */
import { sql } from 'kysely';
import type { SkipReason } from '#contract/campaigns/enums.ts';
import { findQuiet, firstTexts } from '#contract/text/quietHours.ts';
import { checkMessageDestination } from '../../compliance/destinations.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

/** A recipient whose turn has come. */
export interface Candidate {
  readonly id: number;
  readonly e164: string;
  readonly name: string;
  readonly email: string;
  readonly zones: string;
  readonly attempts: number;
}

/** Verdict on a claimed recipient: texted now, skipped, or later. */
type Verdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'skip'; readonly reason: SkipReason | 'gone' }
  | { readonly kind: 'hold'; readonly until: Date; readonly reason: string };

/** Judges recipients. */
export async function judge({ config }: Services, candidates: readonly Candidate[]): Promise<ReadonlyMap<number, Verdict>> {
  const numbers = candidates.map(({ e164 }) => e164);
  const [optOuts, held, full] = await Promise.all([
    sql<{ number: string }>`select number from opt_outs where company_id = ${companyId()} and number = any (${numbers}::text[])`.execute(currentTransaction()),
    listHeldNumbers(numbers),
    config.textingHours === null ? new Map<string, Date>() : findFullDays(numbers),
  ]);
  const optedOut = new Set(optOuts.rows.map(({ number }) => number));
  const verdictOf = ({ e164, zones }: Candidate): Verdict => {
    if (optedOut.has(e164)) return { kind: 'skip', reason: 'opted_out' };
    if (!held.has(e164)) return { kind: 'skip', reason: 'gone' };
    if (checkMessageDestination(e164) !== null) return { kind: 'skip', reason: 'destination' };
    if (config.textingHours === null) return { kind: 'send' };
    const quiet = findQuiet(zones.split(','), new Date(), config.textingHours);
    if (quiet !== null) return { kind: 'hold', until: quiet.until, reason: 'hours' };
    const until = full.get(e164);
    return until === undefined ? { kind: 'send' } : { kind: 'hold', until, reason: 'count' };
  };
  return new Map(candidates.map((candidate) => [candidate.id, verdictOf(candidate)]));
}

/** Numbers that a contact still has, its own or one that came to it by a merge: who was deleted, or has another number now, is texted no more. */
async function listHeldNumbers(numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`
    select number from contacts where company_id = ${companyId()} and number = any (${numbers}::text[]) and deleted_at is null
    union select p.number from contact_phones p join contacts c on c.id = p.contact_id and c.deleted_at is null
      where p.company_id = ${companyId()} and p.number = any (${numbers}::text[])`.execute(currentTransaction());
  return new Set(rows.map(({ number }) => number));
}

/** Numbers that had as many texts within a day as they may get, each with when the day ends. */
async function findFullDays(numbers: readonly string[]): Promise<Map<string, Date>> {
  const since = new Date(Date.now() - firstTexts.withinMs);
  const { rows } = await sql<{ e164: string; first: Date }>`
    select e164, (array_agg(at order by at desc))[${firstTexts.max}::int] as first from (
      select r.e164, a.created_at as at from campaign_attempts a join campaign_recipients r on r.id = a.recipient_id
        where r.company_id = ${companyId()} and r.e164 = any (${numbers}::text[]) and a.state in ('intent', 'accepted', 'unknown') and a.created_at > ${since}
      union all select i.recipient, m.created_at from message_attempts m join items i on i.id = m.item_id
        where i.company_id = ${companyId()} and i.recipient = any (${numbers}::text[]) and i.type = 'message' and m.state in ('intent', 'accepted', 'unknown') and m.created_at > ${since}
    ) texts group by e164 having count(*) >= ${firstTexts.max}`.execute(currentTransaction());
  return new Map(rows.map(({ e164, first }) => [e164, new Date(first.getTime() + firstTexts.withinMs + 1)]));
}
