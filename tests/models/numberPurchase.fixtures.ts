/** Events that can happen to a purchase of numbers. */
import type { Offer, Purchase } from '#contract/purchase/entities.ts';
import { type InternalEvent, machine, type PurchaseSnapshot, type UserEvent } from '#machines/numberPurchase/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

export const offer = (number: string, changes: Partial<Offer> = {}): Offer => ({
  number,
  nationalNumber: number.slice(2),
  vanity: null,
  locality: 'San Francisco',
  region: 'CA',
  category: 1,
  type: 1,
  lineType: 1,
  providerId: 1,
  smsCapable: true,
  monthlyCost: 1.15,
  ...changes,
});
const offers = [offer('+14152000001'), offer('+14152000002')];
const numbers = offers.map(({ number }) => number);

/** A purchase whose numbers ended in these states. */
export const purchase = (state: Purchase['state'], ends: readonly Purchase['items'][number]['state'][], key = 'purchase-01'): Purchase => ({
  key,
  companyId: 1,
  state,
  items: ends.map((end, at) => ({
    number: numbers[at] ?? '',
    state: end,
    monthlyCost: 1.15,
    numberId: end === 'bought' ? at + 1 : null,
    reason: end === 'taken' ? 'Someone else bought it first' : null,
  })),
  monthlyCost: 1.15,
  createdAt: '2026-03-02T15:00:00Z',
  finishedAt: state === 'buying' ? null : '2026-03-02T15:00:05Z',
});
const underWay = purchase('buying', ['waiting', 'waiting']);
const bought = purchase('bought', ['bought', 'bought']);
const partly = purchase('partly', ['bought', 'taken']);
const none = purchase('refused', ['taken', 'taken']);
const ends = [underWay, bought, partly, none];

const cases = {
  'search.typed': [{ text: '415 x2' }, { text: '41' }],
  'category.chosen': [{ category: 3 }],
  'type.chosen': [{ numberType: 2 }],
  'search.submitted': [{}],
  'offers.chosen': [{ numbers }],
  'choice.revised': [{}],
  'purchase.confirmed': [{}],
  'purchase.retried': [{}],
  'others.chosen': [{}],
  'purchase.renewed': [{}],
  'purchase.progressed': ends.map((each) => ({ purchase: each })),
  'xstate.done.actor.findNumbers': [{ output: offers }, { output: [] }],
  'xstate.error.actor.findNumbers': [{ error: refusals.unavailable }],
  'xstate.done.actor.buyNumbers': ends.map((each) => ({ output: each })),
  'xstate.error.actor.buyNumbers': [{ error: refusals.noAnswer }, { error: refusals.planLimit }],
  'xstate.done.actor.readPurchase': ends.map((each) => ({ output: each })),
  'xstate.error.actor.readPurchase': [{ error: refusals.unavailable }],
  'xstate.after.poll.numberPurchase.buying.waiting': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

/** Purchases after the first have another key, which the cases do not have: one purchase is walked to its end. */
export const model = defineModel({
  flowId: 'numberPurchase',
  machine,
  input: { key: 'purchase-01', text: '415 x2' },
  cases,
  refused: { 'category.chosen': [{ category: 2 }], 'offers.chosen': [{ numbers: [] }, { numbers: ['+14152009999'] }] },
  sameState: ({ context }: Pick<PurchaseSnapshot, 'context'>) => [
    context.search === null,
    context.offers.length > 0,
    context.others.length > 0,
    context.attempt === 1,
    context.error?.status ?? null,
  ],
});
