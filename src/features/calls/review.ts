/** The review that is running, one for each person and company: it goes on while its panes are closed. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { parseCallQuery } from '#contract/text/callQuery.ts';
import { getReason, machine, type Outcome, userEvents } from '#machines/reviewRun/index.ts';
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

/** An outcome that was given: what stood there just before. */
export interface Step {
  readonly id: number;
  readonly before: Outcome | null;
}

/** Gives calls back the outcome they had before, all or none. */
export async function restoreOutcomes(app: App, companyId: number, steps: readonly Step[]): Promise<void> {
  const calls = steps.map(({ id, before }) => ({ id, ...(before === null ? {} : { outcome: before }) }));
  await rejectWithPlainError(app.api.call('calls.outcomes', { companyId, body: { calls } }));
  await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls') });
}

/** The machine with its effects in one company. `steps`: outcomes that can be undone; those that are undone with the whole run leave it. */
function createReviewActor(app: App, workspace: Workspace, companyId: number, steps: Set<Step>): ReviewActor {
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
          await restoreOutcomes(app, companyId, verdicts);
          for (const step of steps) if (verdicts.some(({ id }) => id === step.id)) steps.delete(step);
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

/** A run, and what of it can be undone. */
export interface Run {
  readonly actor: ReviewActor;
  /** Outcomes that were given and are not undone. */
  readonly steps: Set<Step>;
}

/** The run of each person in each company; idle when none was started. */
const reviews = createFlowStore<RunKey, Run>({
  name: 'call reviews',
  getKey: ({ userId, companyId }) => `${userId}/${companyId}`,
  getCompanyId: ({ companyId }) => companyId,
  create: (app, { workspace, companyId }) => {
    const steps = new Set<Step>();
    return { actor: createReviewActor(app, workspace, companyId, steps), steps };
  },
});

/** The run of the person in the open company; null where none was ever shown. */
export function findRun(app: App): Run | null {
  const { companyId, user } = app.get();
  return reviews.entries().find(({ key }) => key.companyId === companyId && key.userId === user?.id)?.entry ?? null;
}

export type Review = FlowInPane<Run>;

/** The run as a pane shows it. */
export function useReview(companyId: number): Review {
  const workspace = useWorkspace();
  const userId = useAppState(({ user }) => user?.id ?? 0);
  return useFlow(reviews, { userId, companyId, workspace }, { userEvents, getReason });
}
