/** Settles an attempt by the carrier's reply, by callbacks in any order, or by a look at the carrier's list. */

import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { updateItem } from '../conversations/repository.ts';
import type { DeliveryStateName } from '../conversations/tables.ts';
import { lockAbove } from './locks.ts';
import { optOut } from './optOut.ts';
import { faxStatuses, lastRank, messageStatuses } from './statuses.ts';
import type { MessageAttemptsTable } from './tables.ts';

/** Report of the carrier on a message of ours. */
interface StatusReport {
  readonly carrierSid: string;
  /** The carrier's own word. */
  readonly status: string;
  readonly errorCode: string | null;
}

/** Milliseconds until the carrier is asked about an attempt nobody knows of, and about one it took and said nothing final of. */
const looks = { unknown: 5_000, accepted: 60_000 } as const;
const after = (ms: number) => new Date(Date.now() + ms);

/** The carrier's code for a recipient who opted out. */
const optedOutCode = '21610';

type AttemptState = MessageAttemptsTable['state'];

/** An attempt with its item, locked until the transaction ends. */
async function lockAttempt(attemptId: string) {
  if (!/^[0-9a-f-]{36}$/.test(attemptId)) return null;
  const known = await currentTransaction()
    .selectFrom('message_attempts')
    .select('item_id')
    .where('company_id', '=', companyId())
    .where('id', '=', attemptId)
    .executeTakeFirst();
  if (!known || !(await lockAbove(known.item_id))) return null;
  const row = await currentTransaction()
    .selectFrom('message_attempts')
    .innerJoin('items', 'items.id', 'message_attempts.item_id')
    .select([
      'message_attempts.id',
      'message_attempts.item_id',
      'message_attempts.number',
      'message_attempts.state',
      'message_attempts.carrier_sid',
      'message_attempts.status_rank',
      'items.recipient',
      'items.type',
    ])
    .where('message_attempts.company_id', '=', companyId())
    .where('message_attempts.id', '=', attemptId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
type Attempt = NonNullable<Awaited<ReturnType<typeof lockAttempt>>>;

async function isLatest(attempt: Attempt): Promise<boolean> {
  const later = await currentTransaction()
    .selectFrom('message_attempts')
    .select('id')
    .where('item_id', '=', attempt.item_id)
    .where('number', '>', attempt.number)
    .executeTakeFirst();
  return later === undefined;
}

async function show(attempt: Attempt, state: DeliveryStateName, errorCode: string | null, carrierSid: string | null): Promise<void> {
  if (!(await isLatest(attempt))) return;
  await updateItem(attempt.item_id, { delivery_state: state, error_code: errorCode, ...(carrierSid === null ? {} : { carrier_sid: carrierSid }) });
  if (errorCode === optedOutCode) await optOut(attempt.recipient, 'carrier', new Date());
}

/** Applies a status to an attempt of the open company; false when there is no such attempt, or the status is of another message. */
export async function applyStatus(attemptId: string, report: StatusReport): Promise<boolean> {
  const attempt = await lockAttempt(attemptId);
  if (!attempt || (attempt.carrier_sid !== null && attempt.carrier_sid !== report.carrierSid)) return false;
  const known = (attempt.type === 'fax' ? faxStatuses : messageStatuses)[report.status];
  const rank = known?.rank ?? 0;
  const isNews = known !== undefined && rank > attempt.status_rank;
  const isFirst = attempt.carrier_sid === null;
  if (!isNews && !isFirst) return true;
  await currentTransaction()
    .updateTable('message_attempts')
    .set({
      state: 'accepted',
      carrier_sid: report.carrierSid,
      settled_at: new Date(),
      ...(isNews ? { status: report.status, status_rank: rank, error_code: report.errorCode } : {}),
      ...(rank >= lastRank ? { look_at: null } : isFirst ? { look_at: after(looks.accepted) } : {}),
    })
    .where('id', '=', attempt.id)
    .execute();
  await show(attempt, known?.shown ?? 'accepted', isNews ? report.errorCode : null, report.carrierSid);
  return true;
}

/**
 * Settles an attempt that is still open (intent or unknown) and shows it on its item. False when it was settled already, by a callback that
 * overtook the reply. `unknown` itself may be settled later.
 */
export async function recordSendResult(
  attemptId: string,
  outcome: { readonly state: Exclude<AttemptState, 'intent' | 'accepted'>; readonly errorCode: string | null; readonly shown: DeliveryStateName },
): Promise<boolean> {
  const attempt = await lockAttempt(attemptId);
  if (!attempt || !(attempt.state === 'intent' || (attempt.state === 'unknown' && outcome.state === 'refused'))) return false;
  await currentTransaction()
    .updateTable('message_attempts')
    .set({
      state: outcome.state,
      error_code: outcome.errorCode,
      ...(outcome.state === 'unknown' ? { look_at: after(looks.unknown) } : { settled_at: new Date(), look_at: null }),
    })
    .where('id', '=', attempt.id)
    .execute();
  await show(attempt, outcome.shown, outcome.errorCode, null);
  return true;
}
