/** The flow of a company's Google Analytics streams, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { Ga4Integration } from '#contract/integrations/entities.ts';
import { parseParameters } from '#contract/integrations/parameters.ts';
import { integrationMessages } from '#contract/integrations/texts.ts';
import { type Ga4Draft, machine } from '#machines/ga4Integration/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createKeptDrafts } from '../../store/keptDrafts.ts';

/** The flow of a stream. */
export type Ga4Actor = ActorRefFrom<typeof machine>;

function saveStream(app: App, companyId: number, draft: Ga4Draft): Promise<Ga4Integration> {
  const parameters = parseParameters(draft.parameters);
  if (!parameters.ok) throw new Error(parameters.message);
  const apiSecret = draft.apiSecret.trim();
  const body = { measurementId: draft.measurementId, events: [...draft.events], parameters: [...parameters.value], isActive: draft.isActive };
  if (draft.id === null) return app.api.call('integrations.createGa4', { companyId, body: { ...body, apiSecret } });
  return app.api.call('integrations.updateGa4', { companyId, params: { id: draft.id }, body: { ...body, ...(apiSecret === '' ? {} : { apiSecret }) } });
}

/** Drafts of streams whose form was left. */
export const ga4Drafts = createKeptDrafts<Ga4Draft>('GA4 drafts');

function beginStream(app: App, companyId: number): { readonly actor: Ga4Actor } {
  const refresh = () => void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'integrations') });
  const actor = createActor(
    machine.provide({
      actors: {
        saveStream: fromPromise(({ input: { draft } }) => rejectWithPlainError(saveStream(app, companyId, draft))),
        testStream: fromPromise(({ input: { integration } }) =>
          rejectWithPlainError(app.api.call('integrations.testGa4', { companyId, params: { id: integration.id } })),
        ),
        switchStream: fromPromise(({ input: { integration } }) =>
          rejectWithPlainError(
            app.api.call('integrations.updateGa4', { companyId, params: { id: integration.id }, body: { isActive: !integration.isActive } }),
          ),
        ),
        resendEvents: fromPromise(({ input: { integration } }) => {
          const { refused, unknown } = integration.conversions;
          return rejectWithPlainError(
            app.api.call('integrations.resendGa4', { companyId, params: { id: integration.id }, body: { count: refused + unknown } }),
          );
        }),
        deleteStream: fromPromise(({ input: { integration } }) =>
          rejectWithPlainError(app.api.call('integrations.deleteGa4', { companyId, params: { id: integration.id } })),
        ),
      },
      actions: {
        keep: (_, { draft }) => ga4Drafts.keep(companyId, draft),
        tellSaved: (_, { isNew }) => {
          refresh();
          app.notify({ tone: 'success', message: isNew ? integrationMessages.ga4Created : integrationMessages.ga4Updated });
        },
        tellTested: (_, { test }) => {
          if (test.isValid)
            app.notify({
              tone: 'success',
              message: `Test event sent. Look for ${test.eventName} in Google Analytics, Realtime: Google doesn’t check the API secret.`,
            });
          else app.notify({ tone: 'danger', message: `Google Analytics refuses the test event: ${test.messages.join('; ')}` });
        },
        tellSwitched: (_, { integration }) => {
          refresh();
          app.notify({ tone: 'success', message: integration.isActive ? `${integration.measurementId} turned on` : `${integration.measurementId} turned off` });
        },
        tellResent: () => {
          refresh();
          app.notify({ tone: 'success', message: 'Events are being sent again' });
        },
        tellDeleted: () => {
          refresh();
          app.notify({ tone: 'success', message: integrationMessages.ga4Deleted });
        },
        tellFailed: (_, { error }) => {
          refresh();
          app.notify({ tone: 'danger', message: error.message });
        },
      },
    }),
  );
  return { actor };
}

/** The flow of each company. */
export const ga4Store = createFlowStore<number, { readonly actor: Ga4Actor }>({
  name: 'ga4Integrations',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: beginStream,
  isPersistent: ({ actor }) => !isIn(actor.getSnapshot(), 'closed'),
});
