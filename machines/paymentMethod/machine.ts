/** Updating a payment method (FLOW-117 to FLOW-122): the card is entered on the page of the card service, and its token is saved; an overdue payment is retried. */
import type { SnapshotFrom } from 'xstate';
import type { CompanyBilling, SavedBilling } from '#contract/billing/entities.ts';
import { toFlowError } from '../errors.ts';
import type { PaymentMethodContext } from './events.ts';
import { paymentMethodSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'paymentMethod';

const context: PaymentMethodContext = { billing: null, token: null, dueNow: undefined, error: null };

const toBilling = ({ event }: { event: { output: CompanyBilling } }) => ({ billing: event.output });
const toSaved = ({ event }: { event: { output: SavedBilling } }) => ({ billing: event.output });
const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });

const request = { guard: 'hasService', target: '#paymentMethod.preparing', actions: 'calm' } as const;
const enter = {
  target: '#paymentMethod.saving',
  actions: { type: 'keepToken', params: ({ event }: { event: { token: string } }) => ({ token: event.token }) },
} as const;
const retry = {
  guard: 'isRetryable',
  target: '#paymentMethod.retrying',
  actions: { type: 'keepDue', params: ({ event }: { event: { dueNow?: number | undefined } }) => ({ dueNow: event.dueNow }) },
} as const;
const all = { 'card.requested': request, 'card.entered': enter, 'payment.retried': retry } as const;

const invalid = {
  guard: { type: 'isInvalid', params: toError },
  target: '#paymentMethod.form',
  actions: [
    { type: 'fail', params: toError },
    { type: 'tellInvalid', params: toError },
  ],
} as const;
const cardFailed = {
  target: '#paymentMethod.cardFailed',
  actions: [
    { type: 'fail', params: toError },
    { type: 'tellCardFailed', params: toError },
  ],
} as const;

/** The machine. */
export const machine = paymentMethodSetup.createMachine({
  id: 'paymentMethod',
  context,
  initial: 'form',
  on: { 'billing.known': { actions: { type: 'keepBilling', params: ({ event }) => event } } },
  states: {
    form: { on: all },
    preparing: {
      invoke: {
        id: 'openCardPage',
        src: 'openCardPage',
        onDone: { target: 'tokenReady', actions: { type: 'goToPage', params: ({ event }) => event.output } },
        onError: {
          target: 'form',
          actions: [
            { type: 'fail', params: toError },
            { type: 'tellInvalid', params: toError },
          ],
        },
      },
    },
    /** The window is on its way to the page; whoever comes back without a token may go again. */
    tokenReady: { on: all },
    saving: {
      invoke: {
        id: 'saveCard',
        src: 'saveCard',
        input: ({ context: { token } }) => ({ token: token ?? '' }),
        onDone: [
          {
            guard: { type: 'isPastDue', params: toBilling },
            target: 'savedPastDue',
            actions: [
              { type: 'keepBilling', params: toBilling },
              { type: 'tellSaved', params: toSaved },
            ],
          },
          {
            target: 'saved',
            actions: [
              { type: 'keepBilling', params: toBilling },
              { type: 'tellSaved', params: toSaved },
            ],
          },
        ],
        onError: [invalid, cardFailed],
      },
    },
    saved: { on: all },
    savedPastDue: { on: all },
    cardFailed: { on: all },
    retrying: {
      invoke: {
        id: 'retryPayment',
        src: 'retryPayment',
        input: ({ context: { dueNow } }) => ({ dueNow }),
        onDone: {
          target: 'form',
          actions: [
            { type: 'keepBilling', params: toBilling },
            { type: 'tellPaid', params: toBilling },
          ],
        },
        onError: [invalid, cardFailed],
      },
    },
  },
});

/** State of the flow at one moment. */
export type PaymentMethodSnapshot = SnapshotFrom<typeof machine>;
