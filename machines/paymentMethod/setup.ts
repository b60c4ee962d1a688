/** The named parts of a payment method: its actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import type { CompanyBilling, SavedBilling } from '#contract/billing/entities.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { InternalEvent, PaymentMethodContext, UserEvent } from './events.ts';

type Known = Pick<PaymentMethodContext, 'billing'>;
/** A card service is there. */
export const cardCheck = createCheck<Known>([
  [({ billing }) => billing === null, 'Loading billing…'],
  [({ billing }) => billing?.isConfigured === false, 'No card service is connected'],
]);
/** Something is overdue, and there is a card to pay it. */
export const retryCheck = createCheck<Known>([
  [({ billing }) => billing === null, 'Loading billing…'],
  [({ billing }) => billing?.isPastDue === false, 'Nothing is overdue'],
  [({ billing }) => billing?.paymentMethod === null, 'Add a payment method first'],
]);

/** The setup of the machine. */
export const paymentMethodSetup = setup({
  types: { context: {} as PaymentMethodContext, events: {} as UserEvent | InternalEvent },
  actors: {
    /** GET /chargify/security-token; the caller goes to the page it names. */
    openCardPage: fromPromise<{ token: string; url: string }>(rejectMissingActor),
    /** POST /company/{id}/billing. */
    saveCard: fromPromise<SavedBilling, { token: string }>(rejectMissingActor),
    /** POST /company/{id}/billing/retry. */
    retryPayment: fromPromise<CompanyBilling, { dueNow: number | undefined }>(rejectMissingActor),
  },
  guards: {
    hasService: cardCheck.passes,
    isRetryable: retryCheck.passes,
    isPastDue: (_, params: { billing: CompanyBilling }) => params.billing.isPastDue,
    isInvalid: (_, params: { error: FlowError }) => params.error.status === 422,
  },
  actions: {
    keepBilling: assign((_, params: { billing: CompanyBilling }) => ({ billing: params.billing })),
    keepToken: assign((_, params: { token: string }) => ({ token: params.token, error: null })),
    keepDue: assign((_, params: { dueNow: number | undefined }) => ({ dueNow: params.dueNow, error: null })),
    calm: assign({ error: null }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    /** Provided by the caller: the window goes to the page of the card service. */
    goToPage: (_, _params: { url: string }) => {},
    /** Provided by the caller: the specification's words, and billing in the cache is this (RULE-184, RULE-185). */
    tellSaved: (_, _params: { billing: SavedBilling }) => {},
    tellPaid: (_, _params: { billing: CompanyBilling }) => {},
    /** Provided by the caller: the card notice for 30 s, or the server's words for 10 s where it says 422 (RULE-186). */
    tellCardFailed: (_, _params: { error: FlowError }) => {},
    tellInvalid: (_, _params: { error: FlowError }) => {},
  },
});
