/** The review that is running, one for each person and company: it goes on while its panes are closed. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { parseCallQuery } from '#contract/text/callQuery.ts';
import { getReason, machine, userEvents } from '#machines/reviewRun/index.ts';
import { type App, useAppState } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { useWorkspace, type Workspace } from '../../panes/index.ts';
import { type FlowInPane, useFlow } from '../../panes/useFlow.ts';
import { getCallContext } from '../../shared/callContext.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { patchCall, toQueryParams } from './data.ts';

type ReviewActor = ActorRefFrom<typeof machine>;

/** Calls a page of a run. */
const size = 50;

/** The machine with its effects in one company. */
function createReviewActor(app: App, workspace: Workspace, companyId: number): ReviewActor {
  const actor = createActor(
    machine.provide({
      actors: {
        fetchCalls: fromPromise(async ({ input: { line, cursor } }) => {
          const read = parseCallQuery(line);
          const query = { ...toQueryParams(app, read.ok ? read.value : {}, getCallContext(app, companyId)), size, ...(cursor === null ? {} : { cursor }) };
          return rejectWithPlainError(
            app.api
              .call('calls.search', { companyId, query })
              .then(({ data, meta }) => ({ calls: data.map(({ id, outcome }) => ({ id, outcome })), cursor: meta.nextCursor })),
          );
        }),
        saveOutcome: fromPromise(async ({ input: { id, outcome } }) => {
          await rejectWithPlainError(app.api.call('calls.mark', { companyId, params: { id }, body: { outcome } }));
          patchCall(app.queries, companyId, id, (call) => ({ ...call, outcome }));
        }),
        undoOutcomes: fromPromise(async ({ input: { verdicts } }) => {
          const calls = verdicts.map(({ id, before }) => ({ id, ...(before === null ? {} : { outcome: before }) }));
          await rejectWithPlainError(app.api.call('calls.outcomes', { companyId, body: { calls } }));
          await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls') });
        }),
      },
      actions: {
        showCall: (_, { id }) => {
          if (id === null || app.get().companyId !== companyId) return;
          workspace.show({ kind: 'call', id });
        },
      },
    }),
  );
  return actor;
}

interface RunKey {
  readonly userId: number;
  readonly companyId: number;
  /** In which the calls are shown. */
  readonly workspace: Workspace;
}

/** The run of each person in each company; idle when none was started. */
const reviews = createFlowStore<RunKey, { readonly actor: ReviewActor }>({
  name: 'call reviews',
  getKey: ({ userId, companyId }) => `${userId}/${companyId}`,
  getCompanyId: ({ companyId }) => companyId,
  create: (app, { workspace, companyId }) => ({ actor: createReviewActor(app, workspace, companyId) }),
});

export type Review = FlowInPane<{ readonly actor: ReviewActor }>;

/** The run as a pane shows it. */
export function useReview(companyId: number): Review {
  const workspace = useWorkspace();
  const userId = useAppState(({ user }) => user?.id ?? 0);
  return useFlow(reviews, { userId, companyId, workspace }, { userEvents, getReason });
}
