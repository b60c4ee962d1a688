/** Events of a payment method, sent by a user and by the app. */
import type { CompanyBilling } from '#contract/billing/entities.ts';
import type { FlowError } from '../errors.ts';

/** Events a user may send. `card.requested` leads to the page of the card service; `dueNow` is the amount that was shown before: it is charged, or none. */
export type UserEvent = { type: 'card.requested' } | { type: 'payment.retried'; dueNow?: number | undefined };

/** `billing.known`: billing as the server has it now. `card.entered`: the window came back from the page of the card service, with its token. */
export type InternalEvent = { type: 'billing.known'; billing: CompanyBilling } | { type: 'card.entered'; token: string };

export interface PaymentMethodContext {
  billing: CompanyBilling | null;
  token: string | null;
  dueNow: number | undefined;
  error: FlowError | null;
}
