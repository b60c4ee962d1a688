/**
 * Finding and buying numbers (spec 1.2, 1.7; FLOW-033 to FLOW-039): category and type, search, choose, confirm with the monthly cost, buy. The
 * purchase itself is the server's durable work; the flow follows it by the channel and by asking. The key is made once for each purchase, so
 * that a second Enter, a crash or a lost reply never buys twice.
 */
import type { SnapshotFrom } from 'xstate';
import type { Offer, Purchase } from '#contract/purchase/entities.ts';
import type { NumberSearch } from '#contract/text/numberSearch.ts';
import { toFlowError } from '../errors.ts';
import type { PurchaseContext, PurchaseInput } from './events.ts';
import { described, keyOf, orderOf, purchasing } from './setup.ts';

const refused = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const found = ({ event }: { event: { output: readonly Offer[] } }) => ({ offers: event.output });
const answered = ({ event }: { event: { output: Purchase } }) => ({ purchase: event.output });
const told = ({ event }: { event: { purchase: Purchase } }) => ({ purchase: event.purchase });
const nothing: NumberSearch = { category: 1, type: 1, areaCode: null, overlays: true, prefix: null, match: 'contains', pattern: '', quantity: 1 };

const first = ({ input }: { input: PurchaseInput }): PurchaseContext => ({
  base: input.key,
  attempt: 1,
  areaCode: input.areaCode,
  ...described(input.text ?? ''),
  offers: [],
  wanted: 1,
  chosen: [],
  label: null,
  purchase: null,
  others: [],
  error: null,
});

const typing = { target: '#numberPurchase.idle', actions: { type: 'describe', params: ({ event }: { event: { text: string } }) => event } } as const;
const choosing = {
  'category.chosen': {
    guard: { type: 'isOfferedType', params: ({ event }: { event: { category: number } }) => event },
    target: '#numberPurchase.idle',
    actions: { type: 'chooseType', params: ({ event }: { event: { category: number } }) => ({ type: event.category === 3 ? (3 as const) : (1 as const) }) },
  },
  'type.chosen': {
    target: '#numberPurchase.idle',
    actions: { type: 'chooseType', params: ({ event }: { event: { numberType: NumberSearch['type'] } }) => ({ type: event.numberType }) },
  },
} as const;

/** Transitions of a purchase after the server's answer. */
const settled = <A>(purchase: (args: A) => { purchase: Purchase }) =>
  [
    { guard: { type: 'isUnderWay', params: purchase }, target: '#numberPurchase.buying.waiting', actions: { type: 'keepPurchase', params: purchase } },
    { guard: { type: 'isAllBought', params: purchase }, target: '#numberPurchase.bought', actions: { type: 'keepPurchase', params: purchase } },
    { guard: { type: 'isPartly', params: purchase }, target: '#numberPurchase.partly', actions: { type: 'keepPurchase', params: purchase } },
    { guard: { type: 'isThis', params: purchase }, target: '#numberPurchase.refused', actions: { type: 'keepPurchase', params: purchase } },
  ] as const;

/** The purchase machine. */
export const machine = purchasing.createMachine({
  id: 'numberPurchase',
  context: first,
  initial: 'idle',
  states: {
    idle: {
      on: {
        'search.typed': typing,
        ...choosing,
        'search.submitted': { guard: 'isSearchable', target: 'searching' },
      },
    },
    searching: {
      invoke: {
        id: 'findNumbers',
        src: 'findNumbers',
        input: ({ context }) => ({ search: context.search ?? nothing, fresh: context.attempt > 1 }),
        onDone: { target: 'results', actions: { type: 'keepOffers', params: found } },
        onError: { target: 'failed', actions: { type: 'fail', params: refused } },
      },
      on: { 'search.typed': typing },
    },
    failed: {
      on: { 'search.typed': typing, ...choosing, 'search.submitted': { guard: 'isSearchable', target: 'searching', actions: 'calm' } },
    },
    results: {
      on: {
        'search.typed': typing,
        ...choosing,
        'search.submitted': { guard: 'isSearchable', target: 'searching' },
        'offers.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          target: 'confirming',
          actions: { type: 'choose', params: ({ event }) => event },
        },
      },
    },
    confirming: {
      on: {
        'choice.revised': { target: 'results' },
        'purchase.confirmed': { target: 'buying', actions: { type: 'label', params: ({ event }) => ({ label: event.label }) } },
      },
    },
    buying: {
      initial: 'asking',
      on: {
        'purchase.progressed': settled(told),
      },
      states: {
        asking: {
          invoke: {
            id: 'buyNumbers',
            src: 'buyNumbers',
            input: ({ context }) => orderOf(context),
            onDone: settled(answered),
            onError: [
              { guard: { type: 'isUnanswered', params: refused }, target: '#numberPurchase.unsure', actions: { type: 'fail', params: refused } },
              { target: '#numberPurchase.refused', actions: { type: 'fail', params: refused } },
            ],
          },
        },
        waiting: { after: { poll: { target: 'reading' } } },
        reading: {
          invoke: {
            id: 'readPurchase',
            src: 'readPurchase',
            input: ({ context }) => ({ key: keyOf(context) }),
            onDone: settled(answered),
            onError: { target: 'waiting' },
          },
        },
      },
    },
    unsure: {
      on: {
        'purchase.retried': { target: 'buying', actions: 'calm' },
        'purchase.progressed': settled(told),
      },
    },
    bought: {
      entry: { type: 'tellBought', params: ({ context }) => ({ purchase: context.purchase }) },
      on: { 'purchase.renewed': { target: 'idle', actions: 'renew' } },
    },
    partly: {
      initial: 'looking',
      entry: { type: 'tellBought', params: ({ context }) => ({ purchase: context.purchase }) },
      on: { 'purchase.renewed': { target: 'idle', actions: 'renew' } },
      states: {
        looking: {
          invoke: {
            id: 'findNumbers',
            src: 'findNumbers',
            input: ({ context }) => ({ search: context.search ?? nothing, fresh: true }),
            onDone: { target: 'shown', actions: { type: 'keepOthers', params: found } },
            onError: { target: 'shown', actions: { type: 'keepOthers', params: { offers: [] } } },
          },
        },
        shown: { on: { 'others.chosen': { guard: 'hasOthers', target: '#numberPurchase.results', actions: ['takeOthers', 'renew'] } } },
      },
    },
    refused: {
      on: {
        'search.submitted': { guard: 'isSearchable', target: 'searching', actions: 'renew' },
        'purchase.renewed': { target: 'idle', actions: 'renew' },
      },
    },
  },
});

/** State of a purchase at one moment. */
export type PurchaseSnapshot = SnapshotFrom<typeof machine>;
