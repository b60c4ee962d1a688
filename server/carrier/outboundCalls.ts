/** Phones that are rung as calls of their own, and the queue their caller waits in, by the official SDK. */
import twilio from 'twilio';
import type { Config } from '../config.ts';
import type { Sealer } from '../security/sealer.ts';
import { createCallAddresses, type LegRef } from './callbackUrls.ts';
import { CarrierNotConfiguredError, CarrierRateLimitedError, CarrierUnreachableError } from './http.ts';

/** A phone to be rung for a caller who waits. */
export interface PhoneOrder {
  /** Whose call it is. */
  readonly leg: LegRef;
  readonly round: number;
  readonly number: string;
  /** Seconds. */
  readonly timeout: number;
  /** Number the phone displays, and the company's own number: displayed where the carrier does not let the other pass. */
  readonly callerId: string;
  readonly ownNumber: string;
  /** The carrier's leave to show the caller's number; null: there is none. */
  readonly callToken: string | null;
  /** Parameters a browser gets with the call; null for a phone. */
  readonly parameters: Readonly<Record<string, string>> | null;
}

/** Result of a request to ring. `unknown`: the carrier may ring it; only reports of the phone itself decide. */
export type RingOutcome =
  | { readonly kind: 'placed'; readonly carrierSid: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'retriable' }
  | { readonly kind: 'unknown' };

/** Result of a request to lead a caller elsewhere. `refused`: the call is over there, or can't be led; `retriable`: nothing was asked; `unknown`: it may be led. */
export type RedirectOutcome = 'accepted' | 'refused' | 'retriable' | 'unknown';

/** The port: what the domains ask of the carrier about such calls. The last three may be asked again: what is over stays as it is. They reject when the carrier cannot say. */
export interface CarrierCalls {
  ring(order: PhoneOrder): Promise<RingOutcome>;
  /** Leads a caller who talks away from there, for a transfer: who talked with them is let go, and the carrier asks where the caller goes. */
  redirect(carrierSid: string, leg: LegRef, transferId: string): Promise<RedirectOutcome>;
  /** Lets a phone go. One that rings is only let go while it does: somebody who picks up meanwhile is told by TwiML. */
  letGo(carrierSid: string, isRinging: boolean): Promise<void>;
  /** Leads a caller out of the queue to what comes next. Who does not wait there is left alone. */
  lead(queueSid: string, leg: LegRef, round: number): Promise<void>;
  /** Takes an empty queue away. */
  dropQueue(queueSid: string): Promise<void>;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof CarrierNotConfiguredError || (error instanceof twilio.RestException && error.status >= 400 && error.status < 500);

/** Ignores the refusal of a request about a call that is gone or over: it needs nothing more. */
async function settled(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!(error instanceof twilio.RestException && (error.status === 404 || error.status === 400))) throw error;
  }
}

/** The port on an SDK client of this installation. */
export function createCarrierCalls(config: Config, sealer: Sealer, client: () => ReturnType<typeof twilio>): CarrierCalls {
  const place = async (
    { leg, round, number, timeout, parameters }: PhoneOrder,
    seen: { readonly from: string; readonly callToken?: string },
  ): Promise<RingOutcome> => {
    const addresses = createCallAddresses(config, sealer, leg);
    try {
      const call = await client().calls.create({
        to: parameters === null ? number : `${number}?${new URLSearchParams(parameters)}`,
        ...seen,
        url: addresses.screen(round),
        statusCallback: addresses.phone(round),
        statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
        timeout,
      });
      return { kind: 'placed', carrierSid: call.sid };
    } catch (error) {
      if (isRefusal(error)) return { kind: 'refused' };
      return { kind: error instanceof CarrierRateLimitedError || error instanceof CarrierUnreachableError ? 'retriable' : 'unknown' };
    }
  };
  return {
    async ring(order) {
      const own = { from: order.ownNumber };
      if (order.callerId === order.ownNumber || order.callToken === null) return place(order, own);
      const outcome = await place(order, { from: order.callerId, callToken: order.callToken });
      return outcome.kind === 'refused' ? place(order, own) : outcome;
    },
    async redirect(carrierSid, leg, transferId) {
      const url = createCallAddresses(config, sealer, leg).transferred(transferId);
      try {
        // Asked again where the first request for it failed: a caller who has left the conversation is not lost.
        await client().calls(carrierSid).update({ url, method: 'POST', fallbackUrl: url, fallbackMethod: 'POST' });
        return 'accepted';
      } catch (error) {
        if (isRefusal(error)) return 'refused';
        return error instanceof CarrierRateLimitedError || error instanceof CarrierUnreachableError ? 'retriable' : 'unknown';
      }
    },
    letGo: (carrierSid, isRinging) =>
      settled(
        client()
          .calls(carrierSid)
          .update({ status: isRinging ? 'canceled' : 'completed' }),
      ),
    lead: (queueSid, leg, round) =>
      settled(
        client()
          .queues(queueSid)
          .members(leg.callSid)
          .update({ url: createCallAddresses(config, sealer, leg).led(round), method: 'POST' }),
      ),
    dropQueue: (queueSid) => settled(client().queues(queueSid).remove()),
  };
}
