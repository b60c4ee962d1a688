/**
 * A lane of conversions to a vendor, one after the other: claims the next one, commits the intent, asks the vendor, settles the outcome. One lane for each integration,
 * so that the first post of a conversation exists before the second goes into its thread, and two calls of a caller make one contact. An intent is a one-way door.
 */
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { ConversionKind, OAuthProvider } from '#contract/integrations/enums.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import type { VendorOutcome } from '../../vendors/oauthVendor.ts';
import { getGrant, markLost } from './grants.ts';
import type { conversionsSend } from './jobs.ts';
import { backOff, type ConversionPatch, closeLostIntents, heldAgain, lockForSending, updateConversions } from './outbox.ts';
import { leaveOut } from './rules.ts';
import type { IntegrationsTable, StoredReceipt } from './tables.ts';

/** Time a job works before others have their turn. */
const turnMs = 20_000;
/** From then on the vendor is asked what it did with a conversion, and after each time it doesn't know yet; up to a day. */
const confirmMs = 30 * 60_000;
const confirmMostMs = 24 * 3_600_000;
/** Until a withdrawal whose answer was lost is asked again. */
const retryMs = 5_000;

type Job = NonNullable<typeof conversionsSend.given>;
type Integration = Selectable<IntegrationsTable>;

/** A conversion that is due. */
interface Due {
  readonly id: number;
  readonly kind: ConversionKind;
  readonly callId: number;
  /** Time since which it counts: that of the call, or of its last mark. */
  readonly occurredAt: Date;
}

/** Outcome of a task; `again`: it is to be prepared anew at once. */
type TaskOutcome<Receipt> = VendorOutcome<Receipt> | { readonly kind: 'again' };

/** The vendor's side of a lane. What is not said to ask the vendor runs in the open transaction of the company. */
export interface Lane<Task, Receipt extends StoredReceipt> {
  readonly provider: OAuthProvider;
  /** Age in hours from which a conversion is no longer sent. */
  readonly hours: number;
  readonly staleReason: string;
  readonly emptyReason: string;
  /** State of one that there is nothing to send of; `refused` unless said. */
  readonly emptyState?: 'withdrawn';
  isReceipt(receipt: StoredReceipt): receipt is Receipt;
  /** True once it was chosen where to send. */
  isChosen(integration: Integration): boolean;
  /** Makes the task of a conversion; null where there is nothing to send. */
  prepare(due: Due, integration: Integration): Promise<Task | null>;
  /** Asks the vendor. Never rejects. */
  send(accessToken: string, task: Task): Promise<TaskOutcome<Receipt>>;
  /** Asks the vendor to delete what it made; what is gone counts as deleted. Never rejects. */
  withdraw(accessToken: string, receipt: Receipt): Promise<VendorOutcome<unknown>>;
  /** Asks the vendor what it did with a conversion it took; left out where it tells nothing more. `pending`: it doesn't know yet. Never rejects. */
  confirm?(accessToken: string, receipt: Receipt): Promise<VendorOutcome<Receipt> | { readonly kind: 'pending' }>;
  /** Keeps what else follows from an outcome. */
  onSent?(task: Task, outcome: TaskOutcome<Receipt>, integrationId: number): Promise<void>;
  onWithdrawn?(receipt: Receipt, integrationId: number): Promise<void>;
}

/** The next thing to do. `nothing`: a conversion was settled without the vendor. */
type Claim<Task, Receipt> =
  | { readonly does: 'send'; readonly id: number; readonly attempts: number; readonly task: Task }
  | { readonly does: 'confirm'; readonly id: number; readonly sentAt: Date; readonly receipt: Receipt }
  | { readonly does: 'withdraw'; readonly id: number; readonly attempts: number; readonly receipt: Receipt }
  | { readonly does: 'nothing' };

/** Sends and withdraws what is due. Safe to run again from the start, at any point, and beside itself. Throws `VendorSilentError` where tokens can't be renewed: the job runs again. */
export async function runLane<Task, Receipt extends StoredReceipt>(
  services: Services,
  { companyId: company, integrationId }: Job,
  lane: Lane<Task, Receipt>,
): Promise<void> {
  const within = <T>(work: () => Promise<T>): Promise<T> => services.tenancy.company([company], null, work);
  const turnEnd = Date.now() + turnMs;
  while (Date.now() < turnEnd) {
    const grant = await getGrant(services, { membership: { companyId: company }, authUser: null }, lane.provider, integrationId);
    if (grant === null) return void (await within(() => closeLostIntents(integrationId, new Date())));
    const claim = await within(async () => {
      const next = await claimNext(lane, integrationId, new Date());
      // One that was settled without the vendor counts in the list as well.
      if (next?.does === 'nothing') recordChange({ kind: 'integration-updated', id: integrationId });
      return next;
    });
    if (claim === null) return;
    if (claim.does === 'nothing') continue;
    failpoint('conversions.send: after the intents');
    const settle = await act(lane, grant.accessToken, claim);
    failpoint('conversions.send: after the answers');
    await within(async () => {
      if (settle.outcome.kind === 'lost') await markLost(integrationId, grant.secret, settle.outcome.reason);
      await settle.keep(integrationId, new Date());
      recordChange({ kind: 'integration-updated', id: integrationId });
    });
    if (settle.outcome.kind === 'lost' || settle.outcome.kind === 'unsent') return;
  }
}

/** An outcome, with the way to keep it. */
interface Settlement {
  readonly outcome: TaskOutcome<unknown> | { readonly kind: 'pending' };
  keep(integrationId: number, now: Date): Promise<void>;
}

/** Does what was claimed. */
function act<Task, Receipt extends StoredReceipt>(
  lane: Lane<Task, Receipt>,
  accessToken: string,
  claim: Exclude<Claim<Task, Receipt>, { does: 'nothing' }>,
): Promise<Settlement> {
  if (claim.does === 'send') return send(lane, accessToken, claim);
  return claim.does === 'withdraw' ? withdraw(lane, accessToken, claim) : confirm(lane, accessToken, claim);
}

async function send<Task, Receipt extends StoredReceipt>(
  lane: Lane<Task, Receipt>,
  accessToken: string,
  claim: Extract<Claim<Task, Receipt>, { does: 'send' }>,
): Promise<Settlement> {
  const outcome = await lane.send(accessToken, claim.task);
  return {
    outcome,
    keep: async (integrationId, now) => {
      await settleTask(integrationId, claim, outcome, now);
      await lane.onSent?.(claim.task, outcome, integrationId);
    },
  };
}

async function withdraw<Task, Receipt extends StoredReceipt>(
  lane: Lane<Task, Receipt>,
  accessToken: string,
  claim: Extract<Claim<Task, Receipt>, { does: 'withdraw' }>,
): Promise<Settlement> {
  const outcome = await lane.withdraw(accessToken, claim.receipt);
  return {
    outcome,
    keep: async (integrationId, now) => {
      await settleWithdrawal(claim, outcome, now);
      if (outcome.kind === 'accepted') await lane.onWithdrawn?.(claim.receipt, integrationId);
    },
  };
}

async function confirm<Task, Receipt extends StoredReceipt>(
  lane: Lane<Task, Receipt>,
  accessToken: string,
  { id, sentAt, receipt }: Extract<Claim<Task, Receipt>, { does: 'confirm' }>,
): Promise<Settlement> {
  const outcome = (await lane.confirm?.(accessToken, receipt)) ?? { kind: 'accepted' as const, receipt };
  return { outcome, keep: (integrationId, now) => settleConfirmation(integrationId, { id, sentAt }, outcome, now) };
}

/** Locks the integration and claims what is next. Null: nothing is left to do, or another process is at it. */
async function claimNext<Task, Receipt extends StoredReceipt>(
  lane: Lane<Task, Receipt>,
  integrationId: number,
  now: Date,
): Promise<Claim<Task, Receipt> | null> {
  const integration = await lockForSending(integrationId, now);
  if (!integration?.is_active || integration.needs_reconnect || !lane.isChosen(integration)) return null;
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
  if (gone?.receipt && lane.isReceipt(gone.receipt)) return { does: 'withdraw', id: gone.id, attempts: gone.attempts + 1, receipt: gone.receipt };
  const due = await own
    .select(['id', 'kind', 'call_id', 'occurred_at', 'attempts'])
    .where('state', '=', 'held')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .executeTakeFirst();
  if (!due) return lane.confirm ? claimConfirmation(lane, own, now) : null;
  const isStale = due.occurred_at.getTime() < now.getTime() - lane.hours * 3_600_000;
  if (!isStale && (await leaveOut(integration.rules, [due])).length === 0) return { does: 'nothing' };
  const task =
    isStale || due.call_id === null ? null : await lane.prepare({ id: due.id, kind: due.kind, callId: due.call_id, occurredAt: due.occurred_at }, integration);
  if (task === null) {
    await updateConversions(
      [due.id],
      isStale ? { state: 'refused', reason: lane.staleReason } : { state: lane.emptyState ?? 'refused', reason: lane.emptyReason },
    );
    return { does: 'nothing' };
  }
  await updateConversions([due.id], { state: 'intent', attempted_at: now, reason: null });
  return { does: 'send', id: due.id, attempts: due.attempts + 1, task };
}

/** Claims a conversion whose vendor knows by now what it did with it. */
async function claimConfirmation<Task, Receipt extends StoredReceipt>(
  lane: Lane<Task, Receipt>,
  own: SelectQueryBuilder<Database, 'conversions', object>,
  now: Date,
): Promise<Claim<Task, Receipt> | null> {
  const asked = await own
    .select(['id', 'receipt', 'sent_at'])
    .where('state', '=', 'accepted')
    .where('is_marked', '=', true)
    .where('confirm_at', '<=', now)
    .orderBy('confirm_at')
    .executeTakeFirst();
  if (!asked?.receipt || !lane.isReceipt(asked.receipt)) return null;
  // Keeps a second process from asking at once where this one dies.
  await updateConversions([asked.id], { confirm_at: new Date(now.getTime() + confirmMs) });
  return { does: 'confirm', id: asked.id, sentAt: asked.sent_at ?? now, receipt: asked.receipt };
}

const patchIntegration = (integrationId: number, patch: { readonly problem: string | null; readonly last_sent_at?: Date }) =>
  currentTransaction().updateTable('integrations').set(patch).where('company_id', '=', companyId()).where('id', '=', integrationId).execute();

/** Writes down an outcome. An intent that was given up in the meantime stays as it is. */
async function settleTask(
  integrationId: number,
  { id, attempts }: { readonly id: number; readonly attempts: number },
  outcome: TaskOutcome<StoredReceipt>,
  now: Date,
): Promise<void> {
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
      await settle({
        state: 'accepted',
        sent_at: now,
        due_at: now,
        reason: null,
        receipt: JSON.stringify(outcome.receipt),
        confirm_at: findConfirmAt(outcome.receipt, now),
      });
      await patchIntegration(integrationId, { problem: null, last_sent_at: now });
      return;
    case 'refused':
      await settle({ state: 'refused', reason: outcome.reason });
      await patchIntegration(integrationId, { problem: outcome.reason });
      return;
    case 'unknown':
      await settle({ state: 'unknown', reason: outcome.reason });
      return;
    case 'again':
      await settle({ state: heldAgain, due_at: now });
      return;
    case 'lost':
      await settle({ state: heldAgain, due_at: now, reason: outcome.reason });
      return;
    case 'unsent':
      await settle({ state: heldAgain, reason: outcome.reason });
      await postpone(integrationId, new Date(now.getTime() + backOff(attempts, outcome.afterMs)));
  }
}

/** When the vendor is asked what it did; null where it tells nothing more. */
const findConfirmAt = (receipt: StoredReceipt, now: Date): Date | null =>
  'requestId' in receipt && receipt.requestId !== undefined ? new Date(now.getTime() + confirmMs) : null;

/** Writes down what the vendor did with a conversion it took. One that was unticked meanwhile is withdrawn as any other. */
async function settleConfirmation(
  integrationId: number,
  { id, sentAt }: { readonly id: number; readonly sentAt: Date },
  outcome: VendorOutcome<unknown> | { readonly kind: 'pending' },
  now: Date,
): Promise<void> {
  const patch = (changes: ConversionPatch) =>
    currentTransaction()
      .updateTable('conversions')
      .set(changes)
      .where('company_id', '=', companyId())
      .where('id', '=', id)
      .where('state', '=', 'accepted')
      .where('is_marked', '=', true)
      .executeTakeFirstOrThrow();
  if (outcome.kind === 'refused') {
    const { numUpdatedRows } = await patch({ state: 'refused', reason: outcome.reason, receipt: null, confirm_at: null });
    if (numUpdatedRows > 0n) await patchIntegration(integrationId, { problem: outcome.reason });
    return;
  }
  const isOver = outcome.kind === 'accepted' || now.getTime() - sentAt.getTime() > confirmMostMs;
  if (isOver) await patch({ confirm_at: null });
}

/** Postpones all that waits: a vendor slows the whole lane down, not one conversion. */
const postpone = (integrationId: number, until: Date) =>
  currentTransaction()
    .updateTable('conversions')
    .set({ due_at: sql<Date>`greatest(due_at, ${until})` })
    .where('company_id', '=', companyId())
    .where('integration_id', '=', integrationId)
    .where('state', '=', 'held')
    .execute();

/** Writes down the outcome of a withdrawal. One whose answer was lost is asked again: what is gone counts as deleted. */
async function settleWithdrawal(
  { id, attempts }: { readonly id: number; readonly attempts: number },
  outcome: VendorOutcome<unknown>,
  now: Date,
): Promise<void> {
  // Marked again meanwhile: it is sent again.
  if (outcome.kind === 'accepted')
    await updateConversions([id], { attempts: 0, receipt: null, sent_at: null, confirm_at: null, state: heldAgain, due_at: now, reason: null });
  else if (outcome.kind === 'refused') await updateConversions([id], { attempts, receipt: null, confirm_at: null, reason: outcome.reason });
  else if (outcome.kind !== 'lost') {
    const afterMs = outcome.kind === 'unsent' ? outcome.afterMs : retryMs;
    await updateConversions([id], { attempts, due_at: new Date(now.getTime() + backOff(attempts, afterMs)) });
  }
}
