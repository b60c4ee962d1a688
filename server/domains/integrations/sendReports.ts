/**
 * Reports calls to a lead CRM, one after the other: claims the next conversion, commits the intent, asks the vendor, settles what it said. One lane per integration, so
 * that two calls of a caller make one contact. An intent is a one-way door, as everywhere in the outbox.
 */
import { sql } from 'kysely';
import { type CrmKind, crmKinds } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import { anonymous, formatPhone } from '../../phone.ts';
import type { Services } from '../../services.ts';
import type { CrmOutcome, CrmReceipt, CrmReport, CrmSettings } from '../../vendors/leadCrm.ts';
import { getGrant, markLost } from './grants.ts';
import { backOff, type ConversionPatch, closeLostIntents, heldAgain, updateConversions } from './outbox.ts';

/** Time a job works before others have their turn. */
const turnMs = 20_000;

interface Job {
  readonly companyId: number;
  readonly integrationId: number;
}

/** The next thing to do: a report, or its withdrawal. */
type Claim =
  | { readonly does: 'report'; readonly id: number; readonly attempts: number; readonly settings: CrmSettings; readonly report: CrmReport }
  | { readonly does: 'withdraw'; readonly id: number; readonly attempts: number; readonly receipt: CrmReceipt }
  | { readonly does: 'nothing' };

/** Reports and withdraws what is due. Safe to run again from the start, at any point, and beside itself. Throws `VendorSilentError` where tokens can't be renewed: the job runs again. */
export async function sendReports(services: Services, { companyId: company, integrationId }: Job): Promise<void> {
  const { leadCrm } = services;
  const within = <T>(work: () => Promise<T>): Promise<T> => services.tenancy.company([company], null, work);
  const turnEnd = Date.now() + turnMs;
  while (leadCrm !== null && Date.now() < turnEnd) {
    const grant = await getGrant(services, { membership: { companyId: company }, authUser: null }, 'lead-crm', integrationId);
    if (grant === null) return void (await within(() => closeLostIntents(integrationId, new Date())));
    const claim = await within(() => claimNext(services, integrationId, new Date()));
    if (claim === null) return;
    if (claim.does === 'nothing') continue;
    failpoint('conversions.send: after the intents');
    const outcome = await (claim.does === 'report'
      ? leadCrm.report(grant.accessToken, claim.settings, claim.report)
      : leadCrm.withdraw(grant.accessToken, claim.receipt));
    failpoint('conversions.send: after the answers');
    await within(async () => {
      if (outcome.kind === 'lost') await markLost(integrationId, grant.secret, outcome.reason);
      await (claim.does === 'report' ? settleReport(integrationId, claim, outcome, new Date()) : settleWithdrawal(claim, outcome, new Date()));
      recordChange({ kind: 'integration-updated', id: integrationId });
    });
    if (outcome.kind === 'lost' || outcome.kind === 'unsent') return;
  }
}

/** Locks the integration and claims what is next. Null: nothing is left to do, or another process is at it. */
async function claimNext({ config }: Services, integrationId: number, now: Date): Promise<Claim | null> {
  const integration = await currentTransaction()
    .selectFrom('integrations')
    .select(['is_active', 'needs_reconnect', 'settings'])
    .where('company_id', '=', companyId())
    .where('id', '=', integrationId)
    // Locked: no intent follows once it is turned off; conversions may still be added.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!integration) return null;
  await closeLostIntents(integrationId, now);
  const { settings } = integration;
  if (!integration.is_active || integration.needs_reconnect || settings === null) return null;
  const own = currentTransaction().selectFrom('conversions').where('company_id', '=', companyId()).where('integration_id', '=', integrationId);
  if (await own.select('id').where('state', '=', 'intent').executeTakeFirst()) return null;
  const gone = await own
    .select(['id', 'attempts', 'receipt'])
    .where('state', '=', 'accepted')
    .where('is_marked', '=', false)
    .where('receipt', 'is not', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .executeTakeFirst();
  if (gone?.receipt && 'object' in gone.receipt) return { does: 'withdraw', id: gone.id, attempts: gone.attempts + 1, receipt: gone.receipt };
  const due = await own
    .select(['id', 'kind', 'call_id', 'occurred_at', 'attempts'])
    .where('state', '=', 'held')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .executeTakeFirst();
  if (!due) return null;
  if (due.occurred_at.getTime() < now.getTime() - integrationLimits.crmHours * 3_600_000) {
    await updateConversions([due.id], { state: 'refused', reason: `Older than ${integrationLimits.crmHours / 24} days, so it wasn’t recorded` });
    return { does: 'nothing' };
  }
  const kind = crmKinds.find((each) => each === due.kind);
  const report = due.call_id === null || kind === undefined ? null : await readReport(kind, due.call_id, config.publicUrl);
  if (report === null) {
    await updateConversions([due.id], { state: 'refused', reason: 'There is nothing to record' });
    return { does: 'nothing' };
  }
  await updateConversions([due.id], { state: 'intent', attempted_at: now, reason: null });
  return { does: 'report', id: due.id, attempts: due.attempts + 1, settings, report };
}

/** The call of a report; null where it is gone. */
async function readReport(kind: CrmKind, callId: number, publicUrl: string): Promise<CrmReport | null> {
  const call = await currentTransaction()
    .selectFrom('calls')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'calls.number_id')
    .innerJoin('companies', 'companies.id', 'calls.company_id')
    .leftJoin('conversations', (join) => join.onRef('conversations.number_id', '=', 'calls.number_id').onRef('conversations.recipient', '=', 'calls.recipient'))
    .leftJoin('contacts', (join) => join.onRef('contacts.id', '=', 'conversations.contact_id').on('contacts.deleted_at', 'is', null))
    .select([
      'calls.recipient',
      'calls.result',
      'calls.duration',
      'calls.started_at',
      'calls.value',
      'phone_numbers.number',
      'phone_numbers.label',
      'companies.slug',
    ])
    .select(sql<string | null>`nullif(contacts.name, '')`.as('contact'))
    .where('calls.company_id', '=', companyId())
    .where('calls.id', '=', callId)
    .executeTakeFirst();
  if (!call) return null;
  return {
    kind,
    phone: call.recipient === anonymous ? null : call.recipient,
    contact: call.contact,
    line: call.label === '' ? formatPhone(call.number) : call.label,
    startedAt: call.started_at,
    seconds: call.result === 'answered' ? (call.duration ?? 0) : null,
    value: call.value,
    url: `${publicUrl}/${encodeURIComponent(call.slug)}/calls/${callId}`,
  };
}

const patchIntegration = (integrationId: number, patch: { readonly problem: string | null; readonly last_sent_at?: Date }) =>
  currentTransaction().updateTable('integrations').set(patch).where('company_id', '=', companyId()).where('id', '=', integrationId).execute();

/** Writes down what became of a report. An intent that was given up in the meantime stays as it is. */
async function settleReport(integrationId: number, claim: Extract<Claim, { does: 'report' }>, outcome: CrmOutcome, now: Date): Promise<void> {
  const { id, attempts } = claim;
  const settle = (patch: ConversionPatch) =>
    currentTransaction()
      .updateTable('conversions')
      .set({ attempts, ...patch })
      .where('company_id', '=', companyId())
      .where('id', '=', id)
      .where('state', '=', 'intent')
      .execute();
  switch (outcome.kind) {
    case 'accepted':
      await settle({ state: 'accepted', sent_at: now, due_at: now, reason: null, receipt: JSON.stringify(outcome.receipt) });
      await patchIntegration(integrationId, { problem: null, last_sent_at: now });
      return;
    case 'refused':
      await settle({ state: 'refused', reason: outcome.reason });
      await patchIntegration(integrationId, { problem: outcome.reason });
      return;
    case 'unknown':
      await settle({ state: 'unknown', reason: outcome.reason });
      return;
    case 'lost':
      await settle({ state: heldAgain, due_at: now, reason: outcome.reason });
      return;
    case 'unsent':
      await settle({ state: heldAgain, reason: outcome.reason });
      await postpone(integrationId, new Date(now.getTime() + backOff(attempts, outcome.afterMs)));
  }
}

/** The vendor slows the whole lane down, not one report. */
const postpone = (integrationId: number, until: Date) =>
  currentTransaction()
    .updateTable('conversions')
    .set({ due_at: sql<Date>`greatest(due_at, ${until})` })
    .where('company_id', '=', companyId())
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'held')
    .execute();

/** Writes down what became of a withdrawal. One whose answer was lost is asked again: what is gone counts as deleted. */
async function settleWithdrawal(claim: Extract<Claim, { does: 'withdraw' }>, outcome: CrmOutcome, now: Date): Promise<void> {
  const { id, attempts } = claim;
  // Marked again meanwhile: it is reported again.
  if (outcome.kind === 'accepted') await updateConversions([id], { attempts: 0, receipt: null, sent_at: null, state: heldAgain, due_at: now, reason: null });
  else if (outcome.kind === 'refused') await updateConversions([id], { attempts, receipt: null, reason: outcome.reason });
  else if (outcome.kind !== 'lost') {
    const afterMs = outcome.kind === 'unsent' ? outcome.afterMs : 5_000;
    await updateConversions([id], { attempts, due_at: new Date(now.getTime() + backOff(attempts, afterMs)) });
  }
}
