/** The named parts of the purchase: its actors (provided by the caller), guards, actions and delays. */
import { assign, fromPromise, setup } from 'xstate';
import { numberLimits } from '#contract/numbers/limits.ts';
import type { Offer, Purchase } from '#contract/purchase/entities.ts';
import { changeSearchType, formatNumberSearch, type NumberSearch, parseNumberSearch } from '#contract/text/numberSearch.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import type { InternalEvent, PurchaseContext, PurchaseInput, UserEvent } from './events.ts';

/** Purchase as the user confirmed it. */
export interface PurchaseOrder {
  key: string;
  numbers: readonly string[];
  category: 1 | 3;
  vanity: string;
  monthlyCost: number;
  label: string | null;
}

/** Text and what it says. */
export function describeText(text: string): Pick<PurchaseContext, 'text' | 'search' | 'problem'> {
  const read = parseNumberSearch(text);
  return read.ok ? { text, search: read.search, problem: null } : { text, search: null, problem: read.error };
}

const toCents = (dollars: number) => Math.round(dollars * 100);
/** US dollars a month for some of the offers. */
export const computeCost = (offers: readonly Offer[], numbers: readonly string[]): number =>
  offers.filter(({ number }) => numbers.includes(number)).reduce((sum, { monthlyCost }) => sum + toCents(monthlyCost), 0) / 100;

/** The client's key of the purchase under way. */
export const getPurchaseKey = ({ base, attempt }: Pick<PurchaseContext, 'base' | 'attempt'>): string => (attempt === 1 ? base : `${base}-${attempt}`);

const isOwnPurchase = (context: PurchaseContext, purchase: Purchase): boolean => purchase.key === getPurchaseKey(context);

export const toOrder = (context: PurchaseContext): PurchaseOrder => ({
  key: getPurchaseKey(context),
  numbers: context.chosen,
  category: context.search?.category === 3 ? 3 : 1,
  vanity: /[A-Z]/.test(context.search?.pattern ?? '') ? (context.search?.pattern ?? '') : '',
  monthlyCost: computeCost(context.offers, context.chosen),
  label: context.label,
});

/** Returns the number of phone numbers a purchase still lacks. */
export const countMissing = (purchase: Purchase | null): number => purchase?.items.filter(({ state }) => state !== 'bought').length ?? 0;

/** One chosen of several that are wanted stands for itself and those after it, from the top again at the end. */
function fillUp({ offers, wanted }: PurchaseContext, numbers: readonly string[]): readonly string[] {
  const [only] = numbers;
  const at = offers.findIndex(({ number }) => number === only);
  if (numbers.length !== 1 || wanted < 2 || at < 0) return numbers;
  return [...offers.slice(at), ...offers.slice(0, at)].slice(0, wanted).map(({ number }) => number);
}

/** The setup of the purchase machine. */
export const purchaseSetup = setup({
  types: { context: {} as PurchaseContext, events: {} as UserEvent | InternalEvent, input: {} as PurchaseInput },
  actors: {
    /** POST /numbers/locate, from the cache within 300 s unless `fresh`. */
    findNumbers: fromPromise<readonly Offer[], { search: NumberSearch; fresh: boolean }>(rejectMissingActor),
    /** POST /numbers; the same key twice is one purchase. Rejects with status 0 when no answer came. */
    buyNumbers: fromPromise<Purchase, PurchaseOrder>(rejectMissingActor),
    /** GET …/numbers/purchases/{key}. */
    readPurchase: fromPromise<Purchase, { key: string }>(rejectMissingActor),
  },
  guards: {
    isSearchable: ({ context }) => context.search !== null,
    isOffered: ({ context }, params: { numbers: readonly string[] }) =>
      params.numbers.length > 0 && params.numbers.every((number) => context.offers.some((offer) => offer.number === number)),
    isUnderWay: ({ context }, params: { purchase: Purchase }) => isOwnPurchase(context, params.purchase) && params.purchase.state === 'buying',
    isAllBought: ({ context }, params: { purchase: Purchase }) => isOwnPurchase(context, params.purchase) && params.purchase.state === 'bought',
    isPartly: ({ context }, params: { purchase: Purchase }) => isOwnPurchase(context, params.purchase) && params.purchase.state === 'partly',
    isThis: ({ context }, params: { purchase: Purchase }) => isOwnPurchase(context, params.purchase),
    isUnanswered: (_, params: { error: FlowError }) => [0, 408, 504].includes(params.error.status),
    hasOthers: ({ context }) => context.others.length > 0,
    isOfferedType: (_, params: { category: number }) => params.category !== 2,
  },
  actions: {
    describe: assign((_, params: { text: string }) => ({ ...describeText(params.text), error: null })),
    chooseType: assign(({ context }, { type, areaCode = null }: { type: NumberSearch['type']; areaCode?: string | null | undefined }) => {
      const read = parseNumberSearch(context.text);
      const from: NumberSearch = read.ok
        ? read.search
        : { category: 1, type: 1, areaCode, overlays: true, prefix: null, match: 'contains', pattern: '', quantity: 1 };
      return { ...describeText(formatNumberSearch(changeSearchType(from, type, areaCode))), error: null };
    }),
    keepOffers: assign(({ context }, params: { offers: readonly Offer[] }) => ({
      offers: params.offers,
      wanted: context.search?.quantity ?? 1,
      chosen: [],
      error: null,
    })),
    choose: assign(({ context }, params: { numbers: readonly string[] }) => ({ chosen: fillUp(context, params.numbers), error: null })),
    label: assign((_, params: { label: string | undefined }) => ({ label: params.label ?? null, error: null })),
    keepPurchase: assign((_, params: { purchase: Purchase }) => ({ purchase: params.purchase, error: null })),
    keepOthers: assign((_, params: { offers: readonly Offer[] }) => ({ others: params.offers })),
    /** Starts a new attempt: the next order is, for the server, another purchase. */
    renew: assign(({ context }) => ({ attempt: context.attempt + 1, purchase: null, chosen: [], label: null, error: null })),
    takeOthers: assign(({ context }) => ({ offers: context.others, others: [], wanted: countMissing(context.purchase) })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: says what was bought, and refreshes the list of numbers. */
    tellBought: (_, _params: { purchase: Purchase | null }) => {},
  },
  delays: { poll: numberLimits.purchasePollMs },
});
