/** Long work in the status line: one flow for each batch the person started, fed by the channel. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import * as batch from '#machines/batch/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../api/app.ts';
import { isOfKind } from '../api/changeFeed.ts';
import { toPlainError } from '../api/errors.ts';
import { keys } from '../api/queries.ts';
import type { BatchToFollow } from '../panes/index.ts';
import { createSignal } from '../store/store.ts';

type BatchActor = ActorRefFrom<typeof batch.machine>;

export interface Batches {
  /** Follows a batch until it has been finished for 5 s. */
  follow(batch: BatchToFollow): void;
  list(): readonly BatchActor[];
  subscribe(listener: () => void): () => void;
  clear(): void;
}

export function createBatches(app: Pick<App, 'api' | 'changes' | 'get' | 'notify' | 'queries'>): Batches {
  let actors: readonly BatchActor[] = [];
  const changed = createSignal();
  const set = (next: readonly BatchActor[]) => {
    actors = next;
    changed.notify();
  };
  app.changes.subscribe((changes) => {
    for (const change of changes) {
      const { batch } = change;
      if (isOfKind(change, ['batch-progress']) && batch) for (const actor of actors) actor.send({ type: 'progress.arrived', progress: batch });
    }
  });
  return {
    follow: ({ batchId, kind, title, success, areas, undoes }) => {
      // Its line goes with it, and what would be said at its end.
      const undone = actors.find((actor) => actor.getSnapshot().context.batchId === undoes);
      undone?.stop();
      if (undone) actors = actors.filter((actor) => actor !== undone);
      const companyId = app.get().companyId;
      if (companyId === null || actors.some((actor) => actor.getSnapshot().context.batchId === batchId)) return;
      const actor: BatchActor = createActor(
        batch.machine.provide({
          actors: {
            readProgress: fromPromise(({ input }) =>
              app.api
                .call(kind === 'contact' ? 'contacts.progress' : 'conversations.batch', { companyId: input.companyId, params: { batchId: input.batchId } })
                .then(
                  ({ batch }) => batch,
                  (thrown: unknown) => Promise.reject(toPlainError(thrown)),
                ),
            ),
          },
          actions: {
            tellSuccess: (_, { message }) => {
              if (message !== null) app.notify({ tone: 'success', message });
            },
            refreshAffected: (_, params) => {
              for (const area of areas) void app.queries.invalidateQueries({ queryKey: keys.of(params.companyId, area) });
            },
          },
        }),
        { input: { batchId, companyId, kind: title, successMessage: success ?? null } },
      );
      actor.subscribe((snapshot) => set(isIn(snapshot, 'absent') ? actors.filter((other) => other !== actor) : [...actors]));
      actor.start();
      actors = [...actors, actor];
      actor.send({ type: 'batch.started', progress: { id: batchId, progress: 0, finishedAt: null } });
    },
    list: () => actors,
    subscribe: changed.subscribe,
    clear: () => {
      for (const actor of actors) actor.stop();
      set([]);
    },
  };
}
