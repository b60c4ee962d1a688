/**
 * The worker of `message.send`: commits the intent, asks the carrier, settles. The intent is a one-way door: whoever finds one that nobody
 * settled calls it unknown and never sends it again by itself (SAFETY.md, What we promise about messages).
 */

import type { SendOutcome } from '../../carrier/carrier.ts';
import { requestTimeoutMs } from '../../carrier/http.ts';
import { lockAccount } from '../../compliance/accounts.ts';
import { findHoldReason } from '../../compliance/firstTexts.ts';
import { isOptedOut } from '../../compliance/optOuts.ts';
import { assertCanSend } from '../../compliance/senders.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatCarrierFileUrl } from '../../files/links.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { updateItem } from '../conversations/repository.ts';
import { enqueueSend } from './createMessage.ts';
import { applyStatus, recordSendResult } from './deliveryStatus.ts';
import { checkFaxSending, createFaxRequest } from './faxSending.ts';
import { messageSend } from './jobs.ts';
import { lockAbove } from './locks.ts';

/** An intent older than this belongs to a worker that is gone: a living one has settled long before. */
const intentMs = requestTimeoutMs + 5_000;
/** Requests that surely did not reach the carrier are made again, this often at most. */
const mostAttempts = 12;
/** The carrier's code for a recipient who opted out, and ours for what no carrier was asked. */
const codes = { optedOut: '21610', accountOff: 'account-off', numberOff: 'number-off', carrierAway: 'carrier-away' } as const;

/** `ask` makes the request of an attempt. */
type Step = { readonly do: 'nothing' } | { readonly do: 'send'; readonly attemptId: string; ask(): Promise<SendOutcome> };
const nothing: Step = { do: 'nothing' };

/** Sends one message or fax, or finds out that it must not. Safe to run again from the start, at any point, any number of times. */
export async function deliver(services: Services, job: { readonly companyId: number; readonly itemId: number }): Promise<void> {
  failpoint('message.send: before the intent');
  const step = await services.tenancy.company([job.companyId], null, () => takeUp(services, job.itemId));
  if (step.do === 'nothing') return;
  failpoint('message.send: after the intent');
  const outcome = await step.ask();
  failpoint('message.send: after the request');
  const { attemptId } = step;
  await services.tenancy.company([job.companyId], null, async () => {
    if (outcome.kind === 'accepted') return void (await applyStatus(attemptId, { carrierSid: outcome.carrierSid, status: 'accepted', errorCode: null }));
    if (outcome.kind === 'refused') return void (await recordSendResult(attemptId, { state: 'refused', errorCode: outcome.errorCode, shown: 'failed' }));
    if (outcome.kind === 'unknown') return beUnsure(attemptId);
    if (await recordSendResult(attemptId, { state: 'retriable', errorCode: null, shown: 'queued' })) {
      await enqueueSend(services, job.itemId, new Date(Date.now() + outcome.afterMs));
    }
  });
  failpoint('message.send: after settling');
}

const beUnsure = async (attemptId: string): Promise<void> => void (await recordSendResult(attemptId, { state: 'unknown', errorCode: null, shown: 'unknown' }));

/** Decides under the item's lock what is to be done, and commits the intent when it is to send. */
async function takeUp(services: Services, itemId: number): Promise<Step> {
  if (!(await lockAbove(itemId))) return nothing;
  const item = await currentTransaction()
    .selectFrom('items')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'items.number_id')
    .select(['items.id', 'items.type', 'items.number_id', 'items.recipient', 'items.body', 'items.delivery_state', 'items.send_at', 'phone_numbers.number'])
    .where('items.id', '=', itemId)
    .where('items.company_id', '=', companyId())
    .where('items.deleted_at', 'is', null)
    .forUpdate('items')
    .executeTakeFirst();
  if (!item || !['held', 'scheduled', 'queued'].includes(item.delivery_state ?? '')) return nothing;
  if (item.send_at !== null && item.send_at.getTime() > Date.now()) {
    await enqueueSend(services, item.id, item.send_at);
    return nothing;
  }
  const last = await currentTransaction()
    .selectFrom('message_attempts')
    .select(['id', 'number', 'state', 'created_at'])
    .where('item_id', '=', item.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.state === 'intent') return resume(services, item.id, last);
  if (last && last.state !== 'retriable') return nothing;
  const refusal = (last?.number ?? 0) >= mostAttempts ? codes.carrierAway : await findRefusal(services, item);
  if (refusal !== null) {
    await updateItem(item.id, { delivery_state: 'failed', error_code: refusal, send_at: null });
    return nothing;
  }
  // Rules of first texts are no rules of faxes.
  const hold = item.type === 'message' ? await findHoldReason(services, item, new Date()) : null;
  if (hold) {
    await updateItem(item.id, { delivery_state: 'scheduled', send_at: hold.until });
    await enqueueSend(services, item.id, hold.until);
    return nothing;
  }
  const attempt = await currentTransaction()
    .insertInto('message_attempts')
    .values({ company_id: companyId(), item_id: item.id, number: (last?.number ?? 0) + 1, state: 'intent' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const wasScheduled = item.delivery_state === 'scheduled';
  await updateItem(item.id, { delivery_state: 'queued', send_at: null, ...(wasScheduled ? { created_at: new Date() } : {}) });
  const { recipient: to, number: from } = item;
  const line = { from, to, attemptId: attempt.id, companyId: companyId() };
  if (item.type === 'fax') return { do: 'send', attemptId: attempt.id, ask: await createFaxRequest(services, item.id, line) };
  const message = { ...line, body: item.body ?? '', mediaUrls: await mediaUrls(services, item.id) };
  return { do: 'send', attemptId: attempt.id, ask: () => services.carrier.send(message) };
}

/** The code of why a message or fax is not sent although its time has come; null when it is. STOP waits for the lock on the recipient that is held here, a suspension for that on the company. */
async function findRefusal(
  services: Services,
  item: { readonly type: string; readonly number_id: number; readonly recipient: string },
): Promise<string | null> {
  if ((await lockAccount()) !== null) return codes.accountOff;
  if (item.type === 'fax') return checkFaxSending(services, item);
  if (await isOptedOut(item.recipient)) return codes.optedOut;
  return (await assertCanSend(item.number_id)) === null ? null : codes.numberOff;
}

/** Somebody began and did not settle: while they may be alive they are left alone, afterwards nobody knows. */
async function resume(services: Services, itemId: number, attempt: { readonly id: string; readonly created_at: Date }): Promise<Step> {
  const gone = attempt.created_at.getTime() + intentMs;
  if (gone > Date.now()) await services.jobs.enqueue(messageSend, { companyId: companyId(), itemId }, { startAt: new Date(gone), key: `resume-${attempt.id}` });
  else await beUnsure(attempt.id);
  return nothing;
}

async function mediaUrls(services: Services, itemId: number): Promise<string[]> {
  const rows = await currentTransaction()
    .selectFrom('item_media')
    .select('file_id')
    .where('item_id', '=', itemId)
    .where('company_id', '=', companyId())
    .orderBy('position')
    .execute();
  return rows.map(({ file_id }) => services.config.publicUrl + formatCarrierFileUrl(services.sealer, { fileId: file_id, companyId: companyId() }));
}
