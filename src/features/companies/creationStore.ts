/** The flow of the company that a person creates: one, kept while the window is open, whichever company is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { watchPerson } from '#commands/auth/personKey.ts';
import type { CompanyBilling } from '#contract/billing/entities.ts';
import { billingLimits } from '#contract/billing/limits.ts';
import { getDefaultTimeZone } from '#contract/text/zones.ts';
import { type CreationOrder, machine, type NewCompany } from '#machines/companyCreate/index.ts';
import { isIn } from '#machines/state.ts';

import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { fetchCompanies } from '../../shared/companies.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { cardTrip } from './cardTrip.ts';
import { enterNewCompany } from './enterNewCompany.ts';

export type CreationActor = ActorRefFrom<typeof machine>;

export interface CreationEntry {
  readonly actor: CreationActor;
  /** Enters the company of the flow, once; resolves when it is in the list. */
  readonly enter: () => Promise<void>;
}

/** Numbers a search shows. */
const shownOffers = 12;

const create = (app: App, { key, details: { name, timezone, defaultAreaCode } }: NewCompany) =>
  app.api.call('companies.create', {
    body: { key, companyInfo: { name: name.trim(), timezone, ...(defaultAreaCode === '' ? {} : { defaultAreaCode }) }, skipNumber: true },
  });

const goOn = (app: App, { creation: { key, name }, plan, number }: CreationOrder) =>
  app.api.call('companies.create', {
    body: { key, companyInfo: { name }, ...(number === null ? { skipNumber: true } : { number }), ...(plan ?? {}) },
  });

function createEntry(app: App): CreationEntry {
  let entering: { readonly companyId: number; readonly done: Promise<void> } | null = null;
  const actor: CreationActor = createActor(
    machine.provide({
      actors: {
        createCompany: fromPromise(({ input }) => rejectWithPlainError(create(app, input).then(({ creation }) => creation))),
        continueCreation: fromPromise(({ input }) => rejectWithPlainError(goOn(app, input).then(({ creation }) => creation))),
        findCreation: fromPromise(({ input: { key, companyId } }) =>
          rejectWithPlainError(app.api.call('companies.creation', { query: companyId === null ? { key } : { id: companyId } }).then(({ data }) => data)),
        ),
        // RULE-189: fresh for one second only.
        openCardPage: fromPromise(({ input: { companyId } }) =>
          rejectWithPlainError(
            app.queries.fetchQuery({
              queryKey: keys.of(companyId, 'billing', 'securityToken'),
              queryFn: ({ signal }) => app.api.call('billing.securityToken', { companyId, signal }),
              staleTime: billingLimits.securityTokenMs,
              gcTime: billingLimits.securityTokenMs,
              retry: false,
            }),
          ),
        ),
        findNumbers: fromPromise(({ input: { companyId, areaCode } }) =>
          rejectWithPlainError(
            app.api
              .call('purchase.locate', { companyId, body: { country: 'US', searchUpdated: { areaCode, type: 1 }, limit: shownOffers } })
              .then(({ data }) => data),
          ),
        ),
      },
      actions: {
        goToPage: ({ context }, { url }) => {
          cardTrip.begin(context.companyId);
          window.location.assign(url);
        },
      },
    }),
    { input: { key: crypto.randomUUID(), details: { name: '', timezone: app.get().user?.timezone ?? getDefaultTimeZone(), defaultAreaCode: '' } } },
  );
  const enter = async (): Promise<void> => {
    const companyId = actor.getSnapshot().context.creation?.companyId ?? null;
    if (companyId === null || companyId === app.get().companyId) return;
    if (entering?.companyId !== companyId) {
      const isHere = watchPerson(() => app.get().user);
      const done = fetchCompanies(app).then((companies) => {
        if (companies !== null && isHere()) enterNewCompany(app, companies, companyId);
      });
      entering = { companyId, done };
      // A list that did not come is asked for again.
      done.catch(() => {
        entering = null;
      });
    }
    await entering.done;
  };
  const stopChanges = app.changes.subscribe((changes) => {
    const { companyId } = actor.getSnapshot().context;
    if (changes.some((change) => change.companyId === companyId && (change.kind === 'subscription-updated' || change.kind === 'purchase-updated')))
      actor.send({ type: 'creation.outdated' });
  });
  // The card that was entered on the page of the card service is saved here by billing: its answer can come before the channel tells of it.
  const stopBilling = app.queries.getQueryCache().subscribe((event) => {
    const snapshot = actor.getSnapshot();
    if (event.type !== 'updated' || event.action.type !== 'success' || !isIn(snapshot, 'card', 'looking')) return;
    const { companyId, creation } = snapshot.context;
    const own = keys.of(companyId ?? 0, 'billing', 'company');
    if (JSON.stringify(event.query.queryKey) !== JSON.stringify(own)) return;
    // Nothing else it says changes a step; while one is looked at again, its keys do nothing.
    const hasCard = (app.queries.getQueryData<CompanyBilling>(own)?.paymentMethod ?? null) !== null;
    if (hasCard && creation?.hasCard !== true) actor.send({ type: 'creation.outdated' });
  });
  actor.subscribe({
    complete: () => {
      stopChanges();
      stopBilling();
    },
  });
  return { actor, enter };
}

/** The flow of the person. */
export const creationStore = createFlowStore<'own', CreationEntry>({
  name: 'company creation',
  getKey: String,
  // It belongs to the person; which company it makes is in its context.
  getCompanyId: () => 0,
  create: createEntry,
});
