/**
 * A call that rings in the browsers of people: one offer to each person in each round. Who answers first has the call reserved for them, under the lock of
 * the call's row, so that of many who answer in the same moment one is connected. Runs in the open transaction of the company.
 */
import { sql } from 'kysely';
import { offerParameters } from '#contract/phone/entities.ts';
import { parseClient } from '#machines/call/index.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { Sealer } from '../../security/sealer.ts';
import type { Services } from '../../services.ts';
import type { CallRow } from './callRepository.ts';
import { callDecline } from './jobs.ts';

const proofPurpose = 'call-offer';
/** Seconds a call stays reserved for who asked to answer and was not connected: their browser may have died in between. */
const reservedSeconds = 10;

/** The proof that an offer was made to a person. */
export const signOffer = (sealer: Sealer, offerId: string, userId: number): string => sealer.sign(proofPurpose, [companyId(), offerId, userId]);

/** The offer a proof names; null when it is not ours, or another person's. */
export function readOfferProof(sealer: Sealer, proof: string, userId: number): string | null {
  const value = sealer.verify(proofPurpose, proof);
  if (!Array.isArray(value)) return null;
  const [company, offerId, owner]: unknown[] = value;
  return company === companyId() && owner === userId && typeof offerId === 'string' ? offerId : null;
}

/** The parameters a browser gets with a call, by the name it is dialled by: made once for each round. */
export async function loadOffers(sealer: Sealer, { id, kept }: Pick<CallRow, 'id' | 'kept'>): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const { round, legs } = kept.context;
  const users = legs.flatMap((leg) => {
    const client = leg.round === round ? parseClient(leg.number) : null;
    return client === null ? [] : [{ client: leg.number, userId: client.userId }];
  });
  if (users.length === 0) return new Map();
  await currentTransaction()
    .insertInto('call_offers')
    .values(users.map(({ userId }) => ({ company_id: companyId(), call_id: id, user_id: userId, round })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const offers = await currentTransaction()
    .selectFrom('call_offers')
    .select(['id', 'user_id'])
    .where('company_id', '=', companyId())
    .where('call_id', '=', id)
    .where('round', '=', round)
    .execute();
  return new Map(
    users.flatMap(({ client, userId }) => {
      const offer = offers.find(({ user_id }) => user_id === userId);
      if (!offer) return [];
      const parameters = {
        [offerParameters.callId]: String(id),
        [offerParameters.callContextId]: offer.id,
        [offerParameters.joinToken]: signOffer(sealer, offer.id, userId),
      };
      return [[client, parameters] as const];
    }),
  );
}

/** Lets a browser that was declined go at the carrier once the open transaction commits; nothing to do where the carrier hasn't said that it rings. */
export async function enqueueDecline({ jobs }: Pick<Services, 'jobs'>, carrierSid: string | null): Promise<void> {
  if (carrierSid !== null) await jobs.enqueue(callDecline, { carrierSid }, { key: carrierSid });
}

/** The worker of `call.decline`. A call that is over there needs nothing more. */
export const letDeclinedGo = ({ carrier }: Services, { carrierSid }: { readonly carrierSid: string }): Promise<void> => carrier.calls.letGo(carrierSid, true);

/** A browser that rings at the carrier: whose, in which round, and the carrier's call to it. */
interface RingingBrowser {
  readonly round: number;
  readonly userId: number;
  readonly carrierSid: string;
}

/** Notes the carrier's call to the browser of a person; one that was declined before it rang is let go. */
export async function noteRinging(services: Pick<Services, 'jobs'>, { id }: Pick<CallRow, 'id'>, { round, userId, carrierSid }: RingingBrowser): Promise<void> {
  const noted = await currentTransaction()
    .updateTable('call_offers')
    .set({ carrier_sid: carrierSid })
    .where('company_id', '=', companyId())
    .where('call_id', '=', id)
    .where('user_id', '=', userId)
    .where('round', '=', round)
    .returning('declined_at')
    .executeTakeFirst();
  if (noted?.declined_at != null) await enqueueDecline(services, carrierSid);
}

/** Finds the offer of the current round to a person that was not declined; undefined where nothing rings for them. */
const findOffer = ({ id, kept }: Pick<CallRow, 'id' | 'kept'>, userId: number) =>
  currentTransaction()
    .selectFrom('call_offers')
    .select('id')
    .where('company_id', '=', companyId())
    .where('call_id', '=', id)
    .where('user_id', '=', userId)
    .where('round', '=', kept.context.round)
    .where('declined_at', 'is', null)
    .executeTakeFirst();

/** Reserves a ringing call, whose row is locked, for a person; false when it rings for them no more, or another was first. */
export async function reserveCall(row: Pick<CallRow, 'id' | 'kept'>, userId: number): Promise<boolean> {
  if (row.kept.state !== 'ringing' || !(await findOffer(row, userId))) return false;
  const reserved = await currentTransaction()
    .updateTable('calls')
    .set({ reserved_by: userId, reserved_at: sql<Date>`clock_timestamp()` })
    .where('company_id', '=', companyId())
    .where('id', '=', row.id)
    .where((eb) =>
      eb.or([
        eb('reserved_by', 'is', null),
        eb('reserved_by', '=', userId),
        eb('reserved_at', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${reservedSeconds})`),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return reserved !== undefined;
}
