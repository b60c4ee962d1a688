/**
 * Sends conversions: claims what is due, commits the intents, asks the vendor, settles what it said. An intent is a one-way door: it never waits again unless the
 * request surely did not arrive, so that nothing is counted twice (SAFETY.md, What we promise about messages).
 */
import { sql } from 'kysely';
import type { ConversionKind } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { MeasurementEvent, MeasurementOutcome, Stream } from '../../measurement/measurement.ts';
import type { Services } from '../../services.ts';
import { createEvent } from './events.ts';
import { conversionsSend } from './jobs.ts';
import { backOff, heldAgain, lockForSending, openSeconds, updateConversions } from './outbox.ts';
import { leaveOut } from './rules.ts';
import { openSecret, unreadableSecret } from './secrets.ts';
import { senders } from './senders.ts';
import { readSubjects } from './subjects.ts';

const mostAtOnce = 500;
/** Conversions that are asked about side by side. */
const batchSize = 10;
/** Time a job works before others have their turn. */
const turnMs = 20_000;

interface Intent {
  readonly id: number;
  readonly kind: ConversionKind;
  readonly attempts: number;
  readonly isMatched: boolean;
  readonly event: MeasurementEvent;
}

interface Claim {
  readonly stream: Stream;
  /** Kinds whose event the vendor had no objection to before. */
  readonly checked: readonly ConversionKind[];
  readonly intents: readonly Intent[];
}

/** The worker of `conversions.sweep`. */
export async function enqueueDueConversions({ tenancy, jobs }: Pick<Services, 'tenancy' | 'jobs'>): Promise<void> {
  const { rows } = await tenancy.identity(() =>
    sql<{ company_id: number; integration_id: number }>`select * from due_conversions(${openSeconds}, ${mostAtOnce})`.execute(currentTransaction()),
  );
  for (const { company_id: company, integration_id: integrationId } of rows)
    await tenancy.company([Number(company)], null, () =>
      jobs.enqueue(conversionsSend, { companyId: Number(company), integrationId: Number(integrationId) }, { key: `conversions-${integrationId}` }),
    );
}

interface Job {
  readonly companyId: number;
  readonly integrationId: number;
}

/** The worker of `conversions.send`. Safe to run again from the start, at any point, and beside itself. */
export async function sendConversions(services: Services, job: Job): Promise<void> {
  const { companyId: company, integrationId } = job;
  const within = <T>(work: () => Promise<T>): Promise<T> => services.tenancy.company([company], null, work);
  const integration = await within(() =>
    currentTransaction().selectFrom('integrations').select('provider').where('company_id', '=', companyId()).where('id', '=', integrationId).executeTakeFirst(),
  );
  if (integration && integration.provider !== 'ga4') return senders[integration.provider](services, job);
  const turnEnd = Date.now() + turnMs;
  while (Date.now() < turnEnd) {
    const claim = await within(() => claimDue(services, integrationId, new Date()));
    if (claim === null) return;
    failpoint('conversions.send: after the intents');
    const told = await Promise.all(claim.intents.map(async (intent) => ({ intent, outcome: await ask(services, claim, intent) })));
    failpoint('conversions.send: after the answers');
    await within(() => settle(integrationId, told, new Date()));
  }
}

/** Locks the integration and what is due at it, and commits the intents. Null: nothing is left to do. */
async function claimDue(services: Services, integrationId: number, now: Date): Promise<Claim | null> {
  const integration = await lockForSending(integrationId, now);
  if (!integration?.is_active) return null;
  const apiSecret = openSecret(services, integration);
  if (apiSecret === null) {
    await currentTransaction()
      .updateTable('integrations')
      .set({ problem: unreadableSecret })
      .where('company_id', '=', companyId())
      .where('id', '=', integrationId)
      .execute();
    return null;
  }
  const due = await currentTransaction()
    .selectFrom('conversions')
    .select(['id', 'kind', 'call_id', 'item_id', 'occurred_at', 'attempts'])
    .where('company_id', '=', companyId())
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'held')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return null;
  const oldest = now.getTime() - integrationLimits.ga4Hours * 3_600_000;
  const stale = due.filter(({ occurred_at: at }) => at.getTime() < oldest);
  if (stale.length > 0)
    await updateConversions(
      stale.map(({ id }) => id),
      { state: 'refused', reason: `Older than ${integrationLimits.ga4Hours} hours. Google Analytics takes no older events.` },
    );
  const fresh = await leaveOut(
    integration.rules,
    due.filter((row) => !stale.includes(row)),
  );
  const subjects = await readSubjects(fresh);
  const intents = fresh.flatMap((row): Intent[] => {
    const subject = subjects.get(row.id);
    if (!subject) return [];
    return [
      {
        id: row.id,
        kind: row.kind,
        attempts: row.attempts + 1,
        isMatched: subject.clientId !== null,
        event: createEvent(services, integration.parameters, subject),
      },
    ];
  });
  for (const isMatched of [true, false]) {
    const ids = intents.filter((intent) => intent.isMatched === isMatched).map(({ id }) => id);
    if (ids.length > 0) await updateConversions(ids, { state: 'intent', is_matched: isMatched, attempted_at: now, reason: null });
  }
  return { stream: { measurementId: integration.external_id, apiSecret }, checked: integration.checked, intents };
}

/** Asks the vendor: a kind of event that was not checked yet is checked first, since the vendor takes anything without a word. */
async function ask({ measurement }: Services, { stream, checked }: Claim, { kind, event }: Intent): Promise<MeasurementOutcome> {
  if (!checked.includes(kind)) {
    const messages = await measurement.check(stream, event).catch(() => null);
    if (messages === null) return { kind: 'unsent', reason: 'Google’s validation server didn’t respond', afterMs: 5_000 };
    if (messages.length > 0) return { kind: 'refused', reason: messages.join('; ').slice(0, 500) };
  }
  return measurement.collect(stream, event);
}

interface Told {
  readonly intent: Intent;
  readonly outcome: MeasurementOutcome;
}

/** Writes down what the vendor said. An intent that was given up in the meantime stays as it is. */
async function settle(integrationId: number, told: readonly Told[], now: Date): Promise<void> {
  for (const { intent, outcome } of told) {
    const attempts = intent.attempts;
    const patch =
      outcome.kind === 'accepted'
        ? { attempts, state: 'accepted' as const, sent_at: now, reason: null }
        : outcome.kind === 'unsent'
          ? {
              attempts,
              state: heldAgain,
              due_at: new Date(now.getTime() + backOff(intent.attempts, outcome.afterMs)),
              reason: outcome.reason,
            }
          : { attempts, state: outcome.kind, reason: outcome.reason };
    await currentTransaction()
      .updateTable('conversions')
      .set(patch)
      .where('company_id', '=', companyId())
      .where('id', '=', intent.id)
      .where('state', '=', 'intent')
      .execute();
  }
  const accepted = told.filter(({ outcome }) => outcome.kind === 'accepted').map(({ intent }) => intent.kind);
  const fault = told.find(({ outcome }) => outcome.kind === 'refused')?.outcome;
  await currentTransaction()
    .updateTable('integrations')
    .set({
      ...(accepted.length === 0
        ? {}
        : { last_sent_at: now, problem: null, checked: sql<ConversionKind[]>`array(select distinct unnest(checked || ${[...new Set(accepted)]}::text[]))` }),
      ...(fault?.kind === 'refused' ? { problem: fault.reason } : {}),
      updated_at: sql<Date>`updated_at`,
    })
    .where('company_id', '=', companyId())
    .where('id', '=', integrationId)
    .execute();
  recordChange({ kind: 'integration-updated', id: integrationId });
}
