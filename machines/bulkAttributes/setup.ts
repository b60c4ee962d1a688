/** The named parts of a bulk attribute update: its actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { CheckSummary, InternalEvent, UpdateContext, UpdateInput, UpdateScope, UserEvent } from './events.ts';

/** Every row can be applied, and one changes something. */
export const confirmCheck = createCheck<Pick<UpdateContext, 'checked'>>([
  [({ checked }) => (checked?.counts.invalid ?? 0) > 0, 'Fix or leave out the invalid rows first'],
  [({ checked }) => (checked?.counts.cells ?? 0) === 0, 'No changes to apply'],
]);

/** Cells say what is none of their fields’ choices. */
export const choicesCheck = createCheck<Pick<UpdateContext, 'checked'>>([
  [({ checked }) => (checked?.counts.unknownChoices ?? 0) === 0, 'No unknown choices in the file'],
]);

const wrongFile: FlowError = { status: 422, code: 'invalid', message: 'Choose a CSV or XLSX file' };

/** The setup of the update machine. */
export const updateSetup = setup({
  types: { context: {} as UpdateContext, events: {} as UserEvent | InternalEvent, input: {} as UpdateInput },
  actors: {
    /** Reads the chosen file in a worker, which keeps it. */
    readFile: fromPromise<void, { file: string }>(rejectMissingActor),
    /** POST …/check with the file as it was changed so far. */
    checkFile: fromPromise<CheckSummary, { scope: UpdateScope }>(rejectMissingActor),
    /** Adds the unknown choices to their fields. */
    addChoices: fromPromise<void, { scope: UpdateScope }>(rejectMissingActor),
    /** POST the file; the same key twice is one update. Rejects with status 0 when no answer came. */
    applyFile: fromPromise<{ cells: number }, { scope: UpdateScope; key: string; plan: string }>(rejectMissingActor),
  },
  guards: {
    isFile: (_, params: { file: string }) => /\.(?:csv|xlsx)$/i.test(params.file),
    hasFile: ({ context }) => context.checked !== null,
    isApplicable: confirmCheck.passes,
    hasUnknownChoices: choicesCheck.passes,
    isOwnKey: ({ context }, params: { key: string }) => params.key === context.key,
    /** The update may have been applied: it is asked for again under its key. */
    isUnanswered: ({ context }) => context.checked !== null && context.error !== null && [0, 408, 502, 503, 504].includes(context.error.status),
  },
  actions: {
    /** Begins with a file: for the server another update. */
    begin: assign(({ context }, params: { file: string }) => ({
      attempt: context.attempt + 1,
      key: `${context.base}-${context.attempt + 1}`,
      file: params.file,
      checked: null,
      applied: null,
      error: null,
    })),
    refuseFile: assign({ error: wrongFile }),
    chooseScope: assign((_, params: { scope: UpdateScope }) => ({ scope: params.scope, error: null })),
    keepCheck: assign((_, params: { checked: CheckSummary }) => ({ checked: params.checked, error: null })),
    keepApplied: assign((_, params: { cells: number }) => ({ applied: params.cells, error: null })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    forget: assign({ key: '', file: '', checked: null, applied: null, error: null }),
    /** Provided by the caller: the file’s cell is changed. */
    changeCell: (_, _params: { line: number; place: number; value: string }) => {},
    /** Provided by the caller: rows of the file are left out or taken in. */
    excludeRows: (_, _params: { lines: readonly number[]; isLeftOut: boolean }) => {},
    /** Provided by the caller: the file and its rows are dropped. */
    dropFile: () => {},
  },
});
