/** Flows of purchases: one for each company, kept while the window is open, so that a purchase goes on when its pane is closed. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { numberLimits } from '#contract/numbers/limits.ts';
import type { Offer, Purchase } from '#contract/purchase/entities.ts';
import { maxBulkNumbers, type NumberSearch } from '#contract/text/numberSearch.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { getPurchaseKey, machine, type PurchaseOrder } from '#machines/numberPurchase/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';

export type PurchaseActor = ActorRefFrom<typeof machine>;

/** Rows a search for one number shows. */
const shownRows = 40;

/** Found numbers, from the cache within 300 s (RULE-020). */
function find(app: App, companyId: number, search: NumberSearch, fresh: boolean): Promise<Offer[]> {
  const { category, type, areaCode, overlays, prefix, match, pattern, quantity } = search;
  const limit = Math.min(maxBulkNumbers, Math.max(shownRows, quantity + 10));
  const searchUpdated = { category, type, overlays, match, pattern, ...(areaCode === null ? {} : { areaCode }), ...(prefix === null ? {} : { prefix }) };
  return app.queries.fetchQuery({
    queryKey: keys.of(companyId, 'purchase', 'found', searchUpdated, limit),
    queryFn: async ({ signal }) => (await app.api.call('purchase.locate', { companyId, body: { country: 'US', searchUpdated, limit }, signal })).data,
    staleTime: fresh ? 0 : numberLimits.numberSearchMs,
    gcTime: numberLimits.numberSearchMs,
    retry: false,
  });
}

const buy = (app: App, companyId: number, { key, numbers, category, vanity, monthlyCost, label }: PurchaseOrder): Promise<Purchase> =>
  app.api.call('purchase.buy', {
    companyId,
    body: { key, numbers: [...numbers], category, monthlyCost, ...(vanity === '' ? {} : { vanity }), ...(label === null ? {} : { label }) },
  });

/** Ids of the numbers that a purchase has bought. */
export const listBoughtIds = (purchase: Purchase | null): number[] =>
  purchase?.items.flatMap(({ state, numberId }) => (state === 'bought' && numberId !== null ? [numberId] : [])) ?? [];

function notify(app: App, companyId: number, purchase: Purchase | null): void {
  const bought = purchase?.items.filter(({ state }) => state === 'bought') ?? [];
  const [only] = bought;
  if (!only) return;
  void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'numbers') });
  app.notify({ tone: 'success', message: bought.length === 1 ? `${displayPhone(only.number)} bought` : `${bought.length} numbers bought` });
}

/** A company's purchase, and who wants to know what it has bought. */
interface PurchaseEntry {
  readonly actor: PurchaseActor;
  onBought: ((numberIds: readonly number[]) => void) | null;
}

function begin(app: App, companyId: number): PurchaseEntry {
  const actor = createActor(
    machine.provide({
      actors: {
        findNumbers: fromPromise(({ input }) => rejectWithPlainError(find(app, companyId, input.search, input.fresh))),
        buyNumbers: fromPromise(({ input }) => rejectWithPlainError(buy(app, companyId, input))),
        readPurchase: fromPromise(({ input }) => rejectWithPlainError(app.api.call('purchase.get', { companyId, params: { key: input.key } }))),
      },
      actions: {
        tellBought: (_, { purchase }) => {
          notify(app, companyId, purchase);
          const ids = listBoughtIds(purchase);
          if (ids.length > 0) entry.onBought?.(ids);
          // Numbers that were taken meanwhile are replaced by others, for the same end.
          if (ids.length === purchase?.items.length) entry.onBought = null;
        },
      },
    }),
    { input: { key: crypto.randomUUID() } },
  );
  const entry: PurchaseEntry = { actor, onBought: null };
  return entry;
}

/** The flow of each company. */
export const purchaseStore = createFlowStore<number, PurchaseEntry>({
  name: 'purchases',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: begin,
  onChange: (app, { actor }, { kind, companyId, key }) => {
    if (kind !== 'purchase-updated' || key === undefined || key !== getPurchaseKey(actor.getSnapshot().context)) return;
    app.api.call('purchase.get', { companyId, params: { key } }).then(
      (purchase) => actor.send({ type: 'purchase.progressed', purchase }),
      () => undefined,
    );
  },
});
