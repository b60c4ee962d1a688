/** Answering and declining what rings for a person. Runs in the open transaction of the company. */
import { sql } from 'kysely';
import type { CallOffer } from '#contract/phone/entities.ts';
import { answeredAlready } from '#contract/phone/texts.ts';
import { formatClient, getMusic, isReturned } from '#machines/call/index.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { anonymous } from '../../phone.ts';
import type { Sealer } from '../../security/sealer.ts';
import type { Services } from '../../services.ts';
import { applyCallEvent, type CallRow, computeSecondsSince, lockCallById } from '../calling/callRepository.ts';
import { findPhoneOwners } from '../calling/live.ts';
import { enqueueDecline, readOfferProof, reserveCall, signOffer } from '../calling/offers.ts';
import { findMusicUrls } from './holdMusic.ts';

/** Rounds and phones of the calls that ring for a person now, the oldest first. */
const selectRinging = (userId: number) =>
  currentTransaction()
    .selectFrom('call_offers')
    .innerJoin('calls', 'calls.id', 'call_offers.call_id')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'calls.number_id')
    .leftJoin('conversations', (join) =>
      join
        .onRef('conversations.company_id', '=', 'calls.company_id')
        .onRef('conversations.number_id', '=', 'calls.number_id')
        .onRef('conversations.recipient', '=', 'calls.recipient'),
    )
    .select([
      'call_offers.id',
      'calls.id as call_id',
      'calls.recipient',
      'calls.started_at',
      'calls.flow',
      'phone_numbers.id as number_id',
      'phone_numbers.label',
      'phone_numbers.number',
      'conversations.id as conversation_id',
    ])
    .where('call_offers.company_id', '=', companyId())
    .where('call_offers.user_id', '=', userId)
    .where('call_offers.declined_at', 'is', null)
    .where('calls.live_state', '=', 'ringing')
    .where(sql<boolean>`call_offers.round = (calls.flow ->> 'round')::int`)
    .orderBy('calls.started_at')
    .execute();

/** The calls that ring for a person now. */
export async function listOffers(sealer: Sealer, userId: number): Promise<CallOffer[]> {
  const rows = await selectRinging(userId);
  const names = await findPhoneOwners(rows.map(({ recipient }) => recipient));
  const music = rows.map(({ flow }) => (flow === null ? null : getMusic(flow)));
  const urls = await findMusicUrls(sealer, music);
  return rows.map((row, at) => ({
    callId: row.call_id,
    callContextId: row.id,
    joinToken: signOffer(sealer, row.id, userId),
    caller: row.recipient === anonymous ? null : row.recipient,
    contactName: names.get(row.recipient) ?? null,
    number: { id: row.number_id, label: row.label, number: row.number },
    conversationId: row.conversation_id,
    holdMusicUrl: urls.get(music[at] ?? 0) ?? null,
    transfer: row.flow?.transfer ? { by: row.flow.transfer.by.name, to: row.flow.transfer.to.name, isReturned: isReturned(row.flow) } : null,
    startedAt: row.started_at.toISOString(),
  }));
}

/** The other party of a call on a number the person works. Refuses (422) a caller whose number is withheld. */
export async function findParty(membership: Pick<Membership, 'numberIds'>, callId: number) {
  const call = await currentTransaction()
    .selectFrom('calls')
    .select(['number_id', 'recipient'])
    .where('company_id', '=', companyId())
    .where('id', '=', callId)
    .where(limitToAccessibleNumbers('number_id', membership.numberIds))
    .executeTakeFirst();
  if (!call) throw new AppError('not_found');
  if (call.recipient === anonymous) throw new AppError('invalid', { field: 'message', message: 'Anonymous callers can’t be texted' });
  return { numberId: call.number_id, recipient: call.recipient };
}

/** The call, locked, that was offered to the person; refuses (404) any other. */
async function lockOffered(callId: number, userId: number): Promise<CallRow> {
  const offered = await currentTransaction()
    .selectFrom('call_offers')
    .select('id')
    .where('company_id', '=', companyId())
    .where('call_id', '=', callId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const row = offered ? await lockCallById(callId, new Date()) : null;
  if (!row) throw new AppError('not_found');
  return row;
}

/** Why a call can't be answered by who was not first, in words. */
export const explainRefusal = ({ kept }: CallRow): string => (kept.state === 'connected' || kept.state === 'ringing' ? answeredAlready : 'The caller hung up');

/** Reserves a call for the person where nobody else has it. */
export async function permitAnswer(callId: number, userId: number) {
  const row = await lockOffered(callId, userId);
  const canAnswer = await reserveCall(row, userId);
  return { canAnswer, reason: canAnswer ? null : explainRefusal(row) };
}

/** Notes that the person wants the call no more: their part of it has ended, others go on ringing. */
async function decline(services: Pick<Services, 'jobs'>, row: CallRow, offerId: string, userId: number): Promise<void> {
  const at = new Date();
  const declined = await currentTransaction()
    .updateTable('call_offers')
    .set({ declined_at: at })
    .where('company_id', '=', companyId())
    .where('id', '=', offerId)
    .where('declined_at', 'is', null)
    .returning(['round', 'carrier_sid'])
    .executeTakeFirst();
  // The call and the report of it tell the same: it is done once.
  if (!declined) return;
  await enqueueDecline(services, declined.carrier_sid);
  await currentTransaction()
    .updateTable('calls')
    .set({ reserved_by: null, reserved_at: null })
    .where('company_id', '=', companyId())
    .where('id', '=', row.id)
    .where('reserved_by', '=', userId)
    .execute();
  const event = { type: 'phone.ended', number: formatClient(companyId(), userId), round: declined.round, how: 'rejected' } as const;
  await applyCallEvent(row, { ...event, at: computeSecondsSince(row, at) }, at);
}

/** Declines a call by the proof of its offer, which is used up. Refuses (422) a proof of another call, of another person, or one that was used. */
export async function rejectCall(services: Pick<Services, 'jobs' | 'sealer'>, callId: number, joinToken: string, userId: number): Promise<void> {
  const row = await lockOffered(callId, userId);
  const offerId = readOfferProof(services.sealer, joinToken, userId);
  const spent =
    offerId === null
      ? undefined
      : await currentTransaction()
          .updateTable('call_offers')
          .set({ spent_at: new Date() })
          .where('company_id', '=', companyId())
          .where('id', '=', offerId)
          .where('call_id', '=', callId)
          .where('spent_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
  if (!spent) throw new AppError('invalid', { field: 'join_token', message: 'This call isn’t offered to you any more' });
  await decline(services, row, spent.id, userId);
}

/** Reports what the person did with an offer. Refuses (409) to accept a call that another has. */
export async function reportAnswer(services: Pick<Services, 'jobs'>, callContextId: string, hangup: boolean, userId: number): Promise<void> {
  const offer = await currentTransaction()
    .selectFrom('call_offers')
    .select(['id', 'call_id'])
    .where('company_id', '=', companyId())
    .where('id', '=', callContextId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!offer) throw new AppError('not_found');
  const row = await lockOffered(offer.call_id, userId);
  if (hangup) return decline(services, row, offer.id, userId);
  // The connection itself may have been told of before the report.
  const isTheirs = row.kept.context.answeredBy === formatClient(companyId(), userId) || (await reserveCall(row, userId));
  if (!isTheirs) throw new AppError('conflict', { message: explainRefusal(row), title: 'Call' });
  await currentTransaction()
    .updateTable('call_offers')
    .set({ accepted_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', offer.id)
    .execute();
}
