/** Calls in the app (spec 2.7): the person’s status, the token of a browser, calls that ring there. */
import * as z from 'zod/mini';
import { inAppCallingStatuses } from '../companies/enums.ts';
import { id, instant } from '../core/schema.ts';

/** Milliseconds after which a browser that said nothing rings no more. It says something three times in that time. */
export const deviceLifeMs = 40_000;

/** Names of the parameters an incoming call carries: the call, the offer of it to one person, and the proof of that offer. */
export const offerParameters = { callId: 'callId', callContextId: 'callContextId', joinToken: 'joinToken' } as const;

/** Music for the other party on hold: the address of the route’s own, from the root; null where it has none. */
const holdMusicUrl = z.nullable(z.string());

/** The transfer by which a call rings: who talked, to whom it goes. `isReturned`: it wasn't answered there, and rings again with who talked. */
const transfer = z.object({ by: z.string(), to: z.string(), isReturned: z.boolean() });

/** A call that rings for one person. `callContextId` names the offer (AMB-125); `joinToken` proves it, once. */
export const CallOffer = z.object({
  callId: id,
  callContextId: z.string(),
  joinToken: z.string(),
  /** E.164; null when it is withheld. */
  caller: z.nullable(z.string()),
  contactName: z.nullable(z.string()),
  number: z.object({ id, label: z.string(), number: z.string() }),
  /** Conversation of the caller with the number; null where there is none yet. */
  conversationId: z.nullable(id),
  holdMusicUrl,
  /** Null where nobody transferred it. */
  transfer: z.nullable(transfer),
  startedAt: instant,
});
export type CallOffer = z.output<typeof CallOffer>;

/** The person as a phone of a company. */
export const PhoneState = z.object({
  status: z.enum(inAppCallingStatuses),
  /** False where the operator has connected no carrier for calls in the app. */
  isConfigured: z.boolean(),
  /** Calls that ring for the person now. */
  offers: z.array(CallOffer),
});
export type PhoneState = z.output<typeof PhoneState>;

/** A token with which the browser registers at the carrier, and the name it registers under. */
export const PhoneToken = z.object({ token: z.string(), identity: z.string(), expiresAt: instant });

/** May the person answer? `reason` in words where not. */
export const AnswerPermit = z.object({ canAnswer: z.boolean(), reason: z.nullable(z.string()) });

/** Leave to make one call: a token with which the browser connects, and the name of the call in the reports of its start and end (as AMB-125). */
export const CallToken = z.object({ token: z.string(), callContextId: z.string(), expiresAt: instant });

/** A call that was started from the app. */
export const StartedCall = z.object({ callId: id, conversationId: z.nullable(id), holdMusicUrl });
export type StartedCall = z.output<typeof StartedCall>;

/** A colleague to whom a call may be transferred; `reason`: why their browser isn’t rung now, null where it is. */
export const Colleague = z.object({ userId: id, name: z.string(), reason: z.nullable(z.string()) });
export type Colleague = z.output<typeof Colleague>;

/** A transfer that the carrier took: to whom the call goes, by name or as a phone is shown. */
export const TransferredCall = z.object({ name: z.string() });
