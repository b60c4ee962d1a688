/** Flows of pools and of checks of the script: one of each for a company, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { DniPool } from '#contract/dni/entities.ts';
import { listEntries, machine, type PoolDraft } from '#machines/dniPool/index.ts';
import { machine as checkMachine } from '#machines/scriptCheck/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createKeptDrafts } from '../../store/keptDrafts.ts';

/** The flow of a pool's form. */
export type PoolActor = ActorRefFrom<typeof machine>;
/** The flow of a check. */
export type CheckActor = ActorRefFrom<typeof checkMachine>;

const toBody = (draft: PoolDraft) => ({
  name: draft.name,
  isActive: draft.isActive,
  source: draft.source,
  origins: listEntries(draft.origins),
  targetNumbers: listEntries(draft.targetNumbers),
  numberIds: [...draft.numberIds],
  sessionMinutes: Number(draft.sessionMinutes),
  holdMinutes: Number(draft.holdMinutes),
  ...(draft.sourceValue.trim() === '' ? {} : { sourceValue: draft.sourceValue.trim() }),
  ...(draft.templateId === '' ? {} : { templateId: Number(draft.templateId) }),
  ...(draft.fallbackNumberId === '' ? {} : { fallbackNumberId: Number(draft.fallbackNumberId) }),
});

/** Fields that the form emptied. */
const toClear = (draft: PoolDraft) =>
  (
    [
      ['sourceValue', draft.sourceValue],
      ['templateId', draft.templateId],
      ['fallbackNumberId', draft.fallbackNumberId],
    ] as const
  ).flatMap(([field, value]) => (value.trim() === '' ? [field] : []));

function savePool(app: App, companyId: number, draft: PoolDraft): Promise<DniPool> {
  const body = toBody(draft);
  if (draft.id !== null) return app.api.call('dni.updatePool', { companyId, params: { poolId: draft.id }, body: { ...body, clear: toClear(draft) } });
  const organizationId = app.get().company?.organizationId ?? null;
  return app.api.call('dni.createPool', {
    companyId,
    body: { ...body, ...(draft.isShared && organizationId !== null ? { businessUnitId: organizationId } : {}) },
  });
}

/** Drafts of pools whose form was left. */
export const poolDrafts = createKeptDrafts<PoolDraft>('DNI pool drafts');

function beginPool(app: App, companyId: number): { readonly actor: PoolActor } {
  const refresh = () => {
    void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'dni') });
    void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'numbers') });
  };
  const actor = createActor(
    machine.provide({
      actors: {
        savePool: fromPromise(({ input: { draft } }) => rejectWithPlainError(savePool(app, companyId, draft))),
        deletePool: fromPromise(({ input: { pool, shouldDeleteNumbers } }) =>
          rejectWithPlainError(
            app.api.call('dni.deletePool', {
              companyId,
              params: { poolId: pool.id },
              query: { shouldDeleteNumbers: shouldDeleteNumbers ? '1' : '0', count: pool.numbers.length },
            }),
          ),
        ),
      },
      actions: {
        keep: (_, { draft }) => poolDrafts.keep(companyId, draft),
        tellSaved: (_, { isNew, pool }) => {
          refresh();
          app.notify({ tone: 'success', message: isNew ? `Pool “${pool.name}” created` : `Pool “${pool.name}” saved` });
        },
        tellDeleted: (_, { name, numbersRemoved }) => {
          refresh();
          const numbers = numbersRemoved === 1 ? '1 number' : `${numbersRemoved} numbers`;
          app.notify({ tone: 'success', message: numbersRemoved === 0 ? `Pool “${name}” deleted, numbers kept` : `Pool “${name}” and ${numbers} deleted` });
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

/** The form of each company. */
export const poolStore = createFlowStore<number, { readonly actor: PoolActor }>({
  name: 'dniPools',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: beginPool,
  isPersistent: ({ actor }) => !isIn(actor.getSnapshot(), 'closed'),
});

/** The check of each company. */
export const checkStore = createFlowStore<number, { readonly actor: CheckActor }>({
  name: 'scriptChecks',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: (app, companyId) => ({
    actor: createActor(
      checkMachine.provide({
        actors: {
          checkPage: fromPromise(({ input: { address } }) => rejectWithPlainError(app.api.call('dni.verifyScript', { companyId, body: { url: address } }))),
        },
      }),
    ),
  }),
  isPersistent: ({ actor }) => actor.getSnapshot().context.address !== '',
});
