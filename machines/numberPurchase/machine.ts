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
import { describeText, getPurchaseKey, purchaseSetup, toOrder } from './setup.ts';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toOffers = ({ event }: { event: { output: readonly Offer[] } }) => ({ offers: event.output });
const toPurchase = ({ event }: { event: { output: Purchase } }) => ({ purchase: event.output });
const toProgress = ({ event }: { event: { purchase: Purchase } }) => ({ purchase: event.purchase });
const emptySearch: NumberSearch = { category: 1, type: 1, areaCode: null, overlays: true, prefix: null, match: 'contains', pattern: '', quantity: 1 };

const createContext = ({ input }: { input: PurchaseInput }): PurchaseContext => ({
  base: input.key,
  attempt: 1,
  ...describeText(input.text ?? ''),
  offers: [],
  wanted: 1,
  chosen: [],
  label: null,
  purchase: null,
  others: [],
  error: null,
});

const typeTransition = { target: '#numberPurchase.idle', actions: { type: 'describe', params: ({ event }: { event: { text: string } }) => event } } as const;
const chooseTransitions = {
  'category.chosen': {
    guard: { type: 'isOfferedType', params: ({ event }: { event: { category: number } }) => event },
    target: '#numberPurchase.idle',
    actions: {
      type: 'chooseType',
      params: ({ event: { category, areaCode } }: { event: { category: number; areaCode?: string | null } }) => ({
        type: category === 3 ? (3 as const) : (1 as const),
        areaCode,
      }),
    },
  },
  'type.chosen': {
    target: '#numberPurchase.idle',
    actions: {
      type: 'chooseType',
      params: ({ event: { numberType, areaCode } }: { event: { numberType: NumberSearch['type']; areaCode?: string | null } }) => ({
        type: numberType,
        areaCode,
      }),
    },
  },
} as const;

/** Transitions of a purchase after the server's answer. */
const createSettledTransitions = <A>(purchase: (args: A) => { purchase: Purchase }) =>
  [
    { guard: { type: 'isUnderWay', params: purchase }, target: '#numberPurchase.buying.waiting', actions: { type: 'keepPurchase', params: purchase } },
    { guard: { type: 'isAllBought', params: purchase }, target: '#numberPurchase.bought', actions: { type: 'keepPurchase', params: purchase } },
    { guard: { type: 'isPartly', params: purchase }, target: '#numberPurchase.partly', actions: { type: 'keepPurchase', params: purchase } },
    { guard: { type: 'isThis', params: purchase }, target: '#numberPurchase.refused', actions: { type: 'keepPurchase', params: purchase } },
  ] as const;

/** The purchase machine. */
export const machine = purchaseSetup.createMachine({
  id: 'numberPurchase',
  context: createContext,
  initial: 'idle',
  states: {
    idle: {
      on: {
        'search.typed': typeTransition,
        ...chooseTransitions,
        'search.submitted': { guard: 'isSearchable', target: 'searching' },
      },
    },
    searching: {
      invoke: {
        id: 'findNumbers',
        src: 'findNumbers',
        input: ({ context }) => ({ search: context.search ?? emptySearch, fresh: context.attempt > 1 }),
        onDone: { target: 'results', actions: { type: 'keepOffers', params: toOffers } },
        onError: { target: 'failed', actions: { type: 'fail', params: toError } },
      },
      on: { 'search.typed': typeTransition },
    },
    failed: {
      on: { 'search.typed': typeTransition, ...chooseTransitions, 'search.submitted': { guard: 'isSearchable', target: 'searching', actions: 'calm' } },
    },
    results: {
      on: {
        'search.typed': typeTransition,
        ...chooseTransitions,
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
        'purchase.progressed': createSettledTransitions(toProgress),
      },
      states: {
        asking: {
          invoke: {
            id: 'buyNumbers',
            src: 'buyNumbers',
            input: ({ context }) => toOrder(context),
            onDone: createSettledTransitions(toPurchase),
            onError: [
              { guard: { type: 'isUnanswered', params: toError }, target: '#numberPurchase.unsure', actions: { type: 'fail', params: toError } },
              { target: '#numberPurchase.refused', actions: { type: 'fail', params: toError } },
            ],
          },
        },
        waiting: { after: { poll: { target: 'reading' } } },
        reading: {
          invoke: {
            id: 'readPurchase',
            src: 'readPurchase',
            input: ({ context }) => ({ key: getPurchaseKey(context) }),
            onDone: createSettledTransitions(toPurchase),
            onError: { target: 'waiting' },
          },
        },
      },
    },
    unsure: {
      on: {
        'purchase.retried': { target: 'buying', actions: 'calm' },
        'purchase.progressed': createSettledTransitions(toProgress),
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
            input: ({ context }) => ({ search: context.search ?? emptySearch, fresh: true }),
            onDone: { target: 'shown', actions: { type: 'keepOthers', params: toOffers } },
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
