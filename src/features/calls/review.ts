/** The review that is running, one for each person and company: it goes on while its panes are closed. */
import { useSyncExternalStore } from 'react';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { FlowView } from '#commands/core/types.ts';
import { parseCallQuery } from '#contract/text/callQuery.ts';
import { machine, type ReviewSnapshot, type UserEvent, userEvents, why } from '#machines/reviewRun/index.ts';
import { stateName } from '#machines/state.ts';
import { type App, useApp } from '../../api/app.ts';
import { withPlainErrors } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { registerStore } from '../../api/sessionStores.ts';
import { flowView } from '../../panes/flowView.ts';
import { showNear, useWorkspace, type Workspace } from '../../panes/index.ts';
import { paramsOf, patchCall, worldIn } from './data.ts';

type ReviewActor = ActorRefFrom<typeof machine>;

const runs = new Map<string, ReviewActor>();
registerStore('call reviews', () => {
  for (const actor of runs.values()) actor.stop();
  runs.clear();
});
/** Calls a page of a run. */
const size = 50;

/** The machine with its effects in one company. */
function reviewIn(app: App, workspace: Workspace, companyId: number): ReviewActor {
  const actor = createActor(
    machine.provide({
      actors: {
        fetchCalls: fromPromise(async ({ input: { line, cursor } }) => {
          const read = parseCallQuery(line);
          const query = { ...paramsOf(app, read.ok ? read.value : {}, worldIn(app, companyId)), size, ...(cursor === null ? {} : { cursor }) };
          return withPlainErrors(
            app.api
              .call('calls.search', { companyId, query })
              .then(({ data, meta }) => ({ calls: data.map(({ id, outcome }) => ({ id, outcome })), cursor: meta.nextCursor })),
          );
        }),
        saveOutcome: fromPromise(async ({ input: { id, outcome } }) => {
          await withPlainErrors(app.api.call('calls.mark', { companyId, params: { id }, body: { outcome } }));
          patchCall(app.queries, companyId, id, (call) => ({ ...call, outcome }));
        }),
        undoOutcomes: fromPromise(async ({ input: { verdicts } }) => {
          const calls = verdicts.map(({ id, before }) => ({ id, ...(before === null ? {} : { outcome: before }) }));
          await withPlainErrors(app.api.call('calls.outcomes', { companyId, body: { calls } }));
          await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls') });
        }),
      },
      actions: {
        showCall: (_, { id }) => {
          if (id === null || app.get().companyId !== companyId) return;
          workspace.follow({ kind: 'call', id });
          showNear(workspace, 'call');
        },
      },
    }),
  );
  return actor.start();
}

/** The run of this person in a company; idle when none was started. */
function reviewOf(app: App, workspace: Workspace, companyId: number): ReviewActor {
  const key = `${app.get().user?.id ?? 0}/${companyId}`;
  const known = runs.get(key);
  if (known) return known;
  const made = reviewIn(app, workspace, companyId);
  runs.set(key, made);
  return made;
}

export interface Review {
  readonly snapshot: ReviewSnapshot;
  readonly state: string;
  readonly flow: FlowView;
  readonly send: (event: UserEvent) => void;
}

/** The run as a pane shows it. */
export function useReview(companyId: number): Review {
  const app = useApp();
  const workspace = useWorkspace();
  const actor = reviewOf(app, workspace, companyId);
  const snapshot = useSyncExternalStore(
    (listener) => {
      const following = actor.subscribe(listener);
      return () => following.unsubscribe();
    },
    () => actor.getSnapshot(),
  );
  return {
    snapshot,
    state: stateName(snapshot),
    flow: flowView({ userEvents, why: (_, event) => why(actor.getSnapshot(), event) }, snapshot),
    send: (event) => actor.send(event),
  };
}
