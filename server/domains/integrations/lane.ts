/**
 * A lane of conversions to a vendor, one request after the other: claims what is next, commits the intents, asks the vendor, settles the outcomes. One lane for each
 * integration, so that the first post of a conversation exists before the second goes into its thread, and two calls of a caller make one contact. An intent is a one-way
 * door, unless the vendor knows a conversion again by its key.
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

/** Outcome of a request that a vendor took. `pending`: it doesn't know yet; `mixed`: it counted some of its conversions, and doesn't say which. */
type Verdict<Receipt> = VendorOutcome<Receipt> | { readonly kind: 'pending' | 'mixed' };

/** A conversion that is sent. */
interface Item<Task> {
  readonly id: number;
  readonly attempts: number;
  readonly task: Task;
}

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
  /** Most conversions of one request. */
  readonly most: number;
  /** The vendor knows a conversion again by its key: one whose answer was lost is sent again by itself. */
  readonly isSafeTwice?: true;
  /** True once it was chosen where to send. */
  isChosen(integration: Integration): boolean;
  /** Makes the task of a conversion; null where there is nothing to send. */
  prepare(due: Due, integration: Integration): Promise<Task | null>;
  /** Asks the vendor, by one request; an outcome for each task, in their order. Never rejects. */
  send(accessToken: string, tasks: readonly Task[]): Promise<readonly TaskOutcome<Receipt>[]>;
  /** Asks the vendor to delete what it made; what is gone counts as deleted. Never rejects. */
  withdraw(accessToken: string, receipt: Receipt): Promise<VendorOutcome<unknown>>;
  /** Asks the vendor what it did with the request that a conversion was sent by; left out where it tells nothing more. Never rejects. */
  confirm?(accessToken: string, receipt: Receipt): Promise<Verdict<Receipt>>;
  /** Keeps what else follows from an outcome. */
  onSent?(task: Task, outcome: TaskOutcome<Receipt>, integrationId: number): Promise<void>;
  onWithdrawn?(receipt: Receipt, integrationId: number): Promise<void>;
}

/** The next thing to do. `nothing`: a conversion was settled without the vendor. */
type Claim<Task, Receipt> =
  | { readonly does: 'send'; readonly items: readonly Item<Task>[] }
  | { readonly does: 'confirm'; readonly ids: readonly number[]; readonly sentAt: Date; readonly receipt: Receipt }
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
    if (grant === null) return void (await within(() => closeLostIntents(integrationId, new Date(), lane.isSafeTwice)));
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
      const lost = settle.outcomes.find(({ kind }) => kind === 'lost');
      if (lost?.kind === 'lost') await markLost(integrationId, grant.secret, lost.reason);
      await settle.keep(integrationId, new Date());
      recordChange({ kind: 'integration-updated', id: integrationId });
    });
    if (settle.outcomes.some(({ kind }) => kind === 'lost' || kind === 'unsent')) return;
  }
}

/** Outcomes, with the way to keep them. */
interface Settlement {
  readonly outcomes: readonly (TaskOutcome<unknown> | Verdict<unknown>)[];
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
  const outcomes = await lane.send(
    accessToken,
    claim.items.map(({ task }) => task),
  );
  const told = claim.items.map((item, at) => ({ ...item, outcome: outcomes[at] ?? { kind: 'unknown' as const, reason: 'The vendor said nothing of it' } }));
  return {
    outcomes,
    keep: async (integrationId, now) => {
      await settleTasks(integrationId, told, now);
      for (const { task, outcome } of told) await lane.onSent?.(task, outcome, integrationId);
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
    outcomes: [outcome],
    keep: async (integrationId, now) => {
      await settleWithdrawal(claim, outcome, now);
      if (outcome.kind === 'accepted') await lane.onWithdrawn?.(claim.receipt, integrationId);
    },
  };
}

async function confirm<Task, Receipt extends StoredReceipt>(
  lane: Lane<Task, Receipt>,
  accessToken: string,
  { ids, sentAt, receipt }: Extract<Claim<Task, Receipt>, { does: 'confirm' }>,
): Promise<Settlement> {
  const verdict = (await lane.confirm?.(accessToken, receipt)) ?? { kind: 'accepted' as const, receipt };
  return { outcomes: [verdict], keep: (integrationId, now) => settleConfirmation(integrationId, { ids, sentAt }, verdict, now) };
}

/** Locks the integration and claims what is next. Null: nothing is left to do, or another process is at it. */
async function claimNext<Task, Receipt extends StoredReceipt>(
  lane: Lane<Task, Receipt>,
  integrationId: number,
  now: Date,
): Promise<Claim<Task, Receipt> | null> {
  const integration = await lockForSending(integrationId, now, lane.isSafeTwice);
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
  const waiting = await own
    .select(['id', 'kind', 'call_id', 'occurred_at', 'attempts', 'is_alone'])
    .where('state', '=', 'held')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(lane.most)
    .execute();
  const [first] = waiting;
  if (!first) return lane.confirm ? claimConfirmation(lane, own, now) : null;
  const due = first.is_alone ? [first] : waiting.filter(({ is_alone: isAlone }) => !isAlone);
  const oldest = now.getTime() - lane.hours * 3_600_000;
  const stale = due.filter(({ occurred_at: at }) => at.getTime() < oldest);
  const fresh = await leaveOut(
    integration.rules,
    due.filter((each) => !stale.includes(each)),
  );
  const items: Item<Task>[] = [];
  const empty: number[] = [];
  for (const { id, kind, call_id: callId, occurred_at: occurredAt, attempts } of fresh) {
    const task = callId === null ? null : await lane.prepare({ id, kind, callId, occurredAt }, integration);
    if (task === null) empty.push(id);
    else items.push({ id, attempts: attempts + 1, task });
  }
  const update = async (ids: readonly number[], patch: ConversionPatch) => {
    if (ids.length > 0) await updateConversions(ids, patch);
  };
  await update(
    stale.map(({ id }) => id),
    { state: 'refused', reason: lane.staleReason },
  );
  await update(empty, { state: lane.emptyState ?? 'refused', reason: lane.emptyReason });
  await update(
    items.map(({ id }) => id),
    { state: 'intent', attempted_at: now, reason: null },
  );
  return items.length === 0 ? { does: 'nothing' } : { does: 'send', items };
}

/** Claims the conversions of a request of which the vendor knows by now what it did with them. */
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
  const { receipt } = asked;
  const sameRequest =
    'requestId' in receipt && receipt.requestId !== undefined ? sql<boolean>`receipt->>'requestId' = ${receipt.requestId}` : sql<boolean>`id = ${asked.id}`;
  const together = await own
    .select('id')
    .where('state', '=', 'accepted')
    .where('is_marked', '=', true)
    .where('confirm_at', 'is not', null)
    .where(sameRequest)
    .execute();
  const ids = together.map(({ id }) => id);
  // Keeps a second process from asking at once where this one dies.
  await updateConversions(ids, { confirm_at: new Date(now.getTime() + confirmMs) });
  return { does: 'confirm', ids, sentAt: asked.sent_at ?? now, receipt };
}

const patchIntegration = (integrationId: number, patch: { readonly problem: string | null; readonly last_sent_at?: Date }) =>
  currentTransaction().updateTable('integrations').set(patch).where('company_id', '=', companyId()).where('id', '=', integrationId).execute();

/** Writes down outcomes. An intent that was given up in the meantime stays as it is. */
async function settleTasks(
  integrationId: number,
  told: readonly { readonly id: number; readonly attempts: number; readonly outcome: TaskOutcome<StoredReceipt> }[],
  now: Date,
): Promise<void> {
  const settle = (ids: readonly number[], patch: ConversionPatch) =>
    currentTransaction()
      .updateTable('conversions')
      .set({ attempts: sql<number>`attempts + 1`, ...patch })
      .where('company_id', '=', companyId())
      .where(sql<boolean>`id = any (${ids}::bigint[])`)
      .where('state', '=', 'intent')
      .execute();
  const accepted = told.flatMap(({ id, outcome }) => (outcome.kind === 'accepted' ? [{ id, receipt: outcome.receipt }] : []));
  if (accepted.length > 0) {
    await currentTransaction()
      .updateTable('conversions')
      .from(
        sql<{ id: number; receipt: string; confirm_at: Date | null }>`jsonb_to_recordset(${JSON.stringify(
          accepted.map(({ id, receipt }) => ({ id, receipt, confirm_at: findConfirmAt(receipt, now) })),
        )}::jsonb)`.as<'told'>(sql`told (id bigint, receipt jsonb, confirm_at timestamptz)`),
      )
      .set((eb) => ({
        state: 'accepted',
        sent_at: now,
        due_at: now,
        reason: null,
        attempts: sql<number>`attempts + 1`,
        receipt: eb.ref('told.receipt'),
        confirm_at: eb.ref('told.confirm_at'),
      }))
      .where('company_id', '=', companyId())
      .whereRef('conversions.id', '=', 'told.id')
      .where('state', '=', 'intent')
      .execute();
    await patchIntegration(integrationId, { problem: null, last_sent_at: now });
  }
  let until = now.getTime();
  for (const { id, attempts, outcome } of told) {
    if (outcome.kind === 'refused' || outcome.kind === 'unknown') await settle([id], { state: outcome.kind, reason: outcome.reason });
    if (outcome.kind === 'again') await settle([id], { state: heldAgain, due_at: now });
    if (outcome.kind === 'lost') await settle([id], { state: heldAgain, due_at: now, reason: outcome.reason });
    if (outcome.kind !== 'unsent') continue;
    await settle([id], { state: heldAgain, reason: outcome.reason });
    until = Math.max(until, now.getTime() + backOff(attempts, outcome.afterMs));
  }
  const refusal = told.findLast(({ outcome }) => outcome.kind === 'refused')?.outcome;
  if (refusal?.kind === 'refused') await patchIntegration(integrationId, { problem: refusal.reason });
  if (until > now.getTime()) await postpone(integrationId, new Date(until));
}

/** When the vendor is asked what it did; null where it tells nothing more. */
const findConfirmAt = (receipt: StoredReceipt, now: Date): Date | null =>
  'requestId' in receipt && receipt.requestId !== undefined ? new Date(now.getTime() + confirmMs) : null;

/** Writes down what the vendor did with the conversions of a request it took. One that was unticked meanwhile is withdrawn as any other. */
async function settleConfirmation(
  integrationId: number,
  { ids, sentAt }: { readonly ids: readonly number[]; readonly sentAt: Date },
  verdict: Verdict<unknown>,
  now: Date,
): Promise<void> {
  const patch = (changes: ConversionPatch) =>
    currentTransaction()
      .updateTable('conversions')
      .set(changes)
      .where('company_id', '=', companyId())
      .where(sql<boolean>`id = any (${ids}::bigint[])`)
      .where('state', '=', 'accepted')
      .where('is_marked', '=', true)
      .executeTakeFirstOrThrow();
  if (verdict.kind === 'refused') {
    const { numUpdatedRows } = await patch({ state: 'refused', reason: verdict.reason, receipt: null, confirm_at: null });
    if (numUpdatedRows > 0n) await patchIntegration(integrationId, { problem: verdict.reason });
    return;
  }
  // Each is asked about by a request of its own; those that count are known there by their key.
  if (verdict.kind === 'mixed') return void (await patch({ state: 'held', is_alone: true, due_at: now, receipt: null, confirm_at: null }));
  const isOver = verdict.kind === 'accepted' || now.getTime() - sentAt.getTime() > confirmMostMs;
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
