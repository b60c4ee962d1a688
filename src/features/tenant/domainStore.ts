/** Flows of custom domains: one for each company. Looks at records while a pane shows them. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { CustomDomain } from '#contract/tenant/entities.ts';
import { tenantMessages } from '#contract/tenant/texts.ts';
import { type DomainDraft, hasDomain, machine } from '#machines/customDomain/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createDomainQuery, createTenantQuery } from './data.ts';

/** The flow of a domain. */
export type DomainActor = ActorRefFrom<typeof machine>;

interface DomainPlace {
  readonly actor: DomainActor;
}

const toBody = ({ domain, appSubdomain, apiSubdomain, authToken }: DomainDraft) => ({
  domain: domain.trim(),
  ...(appSubdomain.trim() === '' ? {} : { appSubdomain: appSubdomain.trim() }),
  ...(apiSubdomain.trim() === '' ? {} : { apiSubdomain: apiSubdomain.trim() }),
  ...(authToken.trim() === '' ? {} : { authToken: authToken.trim() }),
});

function begin(app: App, companyId: number): DomainPlace {
  const { queryKey } = createDomainQuery(app, companyId);
  /** The cache has what the flow has: copying a record reads it there. */
  const keep = async (work: Promise<CustomDomain>): Promise<CustomDomain> => {
    const configuration = await rejectWithPlainError(work);
    app.queries.setQueryData(queryKey, configuration);
    return configuration;
  };
  const load = () => keep(app.api.call('tenant.domain', { companyId }));
  const tellTenant = () => void app.queries.invalidateQueries({ queryKey: createTenantQuery(app, companyId).queryKey });
  const actor = createActor(
    machine.provide({
      actors: {
        loadDomain: fromPromise(load),
        checkName: fromPromise(({ input: { domain } }) =>
          rejectWithPlainError(app.api.call('tenant.checkDomain', { companyId, query: { domainName: domain } })),
        ),
        claimDomain: fromPromise(({ input: { draft } }) => keep(app.api.call('tenant.createDomain', { companyId, body: toBody(draft) }))),
        lookAtRecords: fromPromise(({ input: { id } }) => keep(app.api.call('tenant.lookDomain', { companyId, params: { id } }))),
        syncTenant: fromPromise(({ input: { id } }) => keep(app.api.call('tenant.syncDomain', { companyId, params: { id } }))),
        removeDomain: fromPromise(async ({ input: { id } }) => {
          await rejectWithPlainError(app.api.call('tenant.removeDomain', { companyId, params: { id } }));
          return load();
        }),
      },
      actions: {
        tellClaimed: () => void app.notify({ tone: 'success', message: tenantMessages.domainCreated }),
        tellSynced: (_, { configuration: { appUrl } }) => {
          tellTenant();
          app.notify({ tone: 'success', message: `Brand in use at ${appUrl ?? ''}` });
        },
        tellRemoved: () => {
          tellTenant();
          app.notify({ tone: 'success', message: 'Domain removed' });
        },
      },
    }),
  );
  return { actor };
}

/** The flow of each company; without a pane it stays only for what was typed. */
export const domainStore = createFlowStore<number, DomainPlace>({
  name: 'customDomains',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: begin,
  isPersistent: ({ actor }) => {
    const snapshot = actor.getSnapshot();
    const { draft, configuration } = snapshot.context;
    return (
      isIn(snapshot, 'editing', 'checking', 'claiming') && draft.domain.trim() !== '' && !(hasDomain(configuration) && draft.domain === configuration.domain)
    );
  },
  onChange: (app, { actor }, { kind, actorId }) => {
    // The person's own changes come back with their replies.
    if (kind === 'domain-updated' && actorId !== app.get().user?.id) actor.send({ type: 'domain.changed' });
  },
});
