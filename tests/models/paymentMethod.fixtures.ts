/** Events that can happen to a payment method. */
import { type InternalEvent, machine, type PaymentMethodSnapshot, type UserEvent } from '#machines/paymentMethod/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { billing, pastDue } from './billing.fixtures.ts';
import { refusals } from './people.ts';

const declined = { status: 402, code: 'card_declined', message: 'The card was declined' };

const cases = {
  'card.requested': [{}],
  'card.entered': [{ token: 'cs_test_token' }],
  'payment.retried': [{ dueNow: 120 }],
  'billing.known': [{ billing: billing() }, { billing: pastDue }, { billing: billing({ isConfigured: false, paymentMethod: null }) }],
  'xstate.done.actor.openCardPage': [{ output: { token: 'cs_test_token', url: 'https://cards.example/pay' } }],
  'xstate.error.actor.openCardPage': [{ error: refusals.unavailable }],
  'xstate.done.actor.saveCard': [{ output: { ...billing(), charged: 0 } }, { output: { ...pastDue, charged: 0 } }],
  'xstate.error.actor.saveCard': [{ error: declined }, { error: refusals.planLimit }],
  'xstate.done.actor.retryPayment': [{ output: billing() }],
  'xstate.error.actor.retryPayment': [{ error: declined }, { error: refusals.planLimit }],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'paymentMethod',
  machine,
  cases,
  sameState: ({ context }: Pick<PaymentMethodSnapshot, 'context'>) => [
    context.billing?.isPastDue ?? null,
    context.billing?.isConfigured ?? null,
    context.token,
    context.dueNow ?? null,
    context.error?.status ?? null,
  ],
});
