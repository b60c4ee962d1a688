/** The named parts of an import: its actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import type { ContactImport } from '#contract/contactImports/entities.ts';
import type { ImportField } from '#contract/contactImports/enums.ts';
import { importMessages } from '#contract/contactImports/texts.ts';
import { limits } from '#contract/core/limits.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';
import { createCheck } from '../reasons.ts';
import type { ImportContext, ImportGroup, ImportInput, InternalEvent, MappedField, SheetInfo, UserEvent } from './events.ts';

/** Input of sending the parts of a file and having them checked. */
export interface StageRequest {
  key: string;
  file: string;
  mapping: SheetInfo['mapping'];
  group: ImportGroup | null;
}

const hasField = (sheet: SheetInfo | null, ...fields: readonly MappedField[]) =>
  sheet?.mapping.some((field) => field !== null && fields.includes(field)) ?? false;

/** The columns that every file has (RULE-081). */
export const isSheetComplete = (sheet: SheetInfo | null): boolean => hasField(sheet, 'number') && hasField(sheet, 'name', 'firstName', 'lastName');

/** Rows that are saved by confirming. */
export const countSaved = (checked: ContactImport | null): number =>
  checked === null ? 0 : checked.counts.create + checked.counts.update + checked.counts.restore;

/** There is something to save. */
export const confirmCheck = createCheck<Pick<ImportContext, 'checked'>>([
  [({ checked }) => countSaved(checked) === 0, 'No row needs saving. Fix some rows first.'],
]);

const isFileName = (name: string) => /\.(?:csv|xlsx)$/i.test(name);

/** The mapping with a field in another column: no field is filled twice. */
function mapColumn({ mapping, ...sheet }: SheetInfo, column: number, field: MappedField | null): SheetInfo {
  const whole: readonly MappedField[] = field === 'name' ? ['firstName', 'lastName'] : field === 'firstName' || field === 'lastName' ? ['name'] : [];
  return {
    ...sheet,
    mapping: mapping.map((held, at) => (at === column ? field : held !== null && (held === field || whole.includes(held)) ? null : held)),
  };
}

const wrongFile: FlowError = { status: 422, code: 'invalid', message: importMessages.wrongFile };

/** The setup of the import machine. */
export const importSetup = setup({
  types: { context: {} as ImportContext, events: {} as UserEvent | InternalEvent, input: {} as ImportInput },
  actors: {
    /** Reads the chosen file's columns in a worker. */
    readFile: fromPromise<SheetInfo, { file: string }>(rejectMissingActor),
    /** Sends the rows by parts and has them checked. */
    stageRows: fromPromise<ContactImport, StageRequest>(rejectMissingActor),
    /** POST …/check with the group. */
    checkRows: fromPromise<ContactImport, { key: string; group: ImportGroup | null }>(rejectMissingActor),
    /** PATCH …/rows/{line}; answers with the import. */
    fixRow: fromPromise<ContactImport, { key: string; line: number; field: ImportField; value: string }>(rejectMissingActor),
    /** POST …/leaveOut. */
    leaveOut: fromPromise<ContactImport, { key: string; lines: readonly number[]; isLeftOut: boolean }>(rejectMissingActor),
    /** POST …/confirm; the same key twice is one batch. Rejects with status 0 when no answer came. */
    confirmImport: fromPromise<{ batchId: string }, { key: string; count: number }>(rejectMissingActor),
    /** GET …/imports/{key}: its counts once it is saved. */
    readImport: fromPromise<ContactImport, { key: string }>(rejectMissingActor),
    /** Reads whether the batch has ended, where the channel is silent. */
    readBatch: fromPromise<{ isFinished: boolean }, { batchId: string }>(rejectMissingActor),
  },
  delays: { poll: limits.batchPollMs },
  guards: {
    isFile: (_, params: { file: string }) => isFileName(params.file),
    isComplete: (_, params: { sheet: SheetInfo }) => isSheetComplete(params.sheet),
    isMappedComplete: ({ context }, params: { column: number; field: MappedField | null }) =>
      context.sheet !== null && isSheetComplete(mapColumn(context.sheet, params.column, params.field)),
    hasRowsToSave: confirmCheck.passes,
    isOwnBatch: ({ context }, params: { batchId: string }) => params.batchId === context.batchId,
    isFinished: (_, params: { isFinished: boolean }) => params.isFinished,
    hasSheet: ({ context }) => context.sheet !== null,
    isOwnKey: ({ context }, params: { key: string }) => params.key === context.key,
    /** The confirmation may have been taken: it is asked for again under its key. */
    isUnanswered: ({ context }) => context.checked !== null && context.error !== null && [0, 408, 502, 503, 504].includes(context.error.status),
    hasChecked: ({ context }) => context.checked !== null,
  },
  actions: {
    /** Begins with a file: for the server another import. */
    begin: assign(({ context }, params: { file: string }) => ({
      attempt: context.attempt + 1,
      key: `${context.base}-${context.attempt + 1}`,
      file: params.file,
      sheet: null,
      sent: 0,
      checked: null,
      batchId: null,
      error: null,
    })),
    refuseFile: assign({ error: wrongFile }),
    keepSheet: assign((_, params: { sheet: SheetInfo }) => ({ sheet: params.sheet, error: null })),
    map: assign(({ context }, params: { column: number; field: MappedField | null }) => ({
      sheet: context.sheet === null ? null : mapColumn(context.sheet, params.column, params.field),
      error: null,
    })),
    chooseGroup: assign((_, params: { group: ImportGroup | null }) => ({ group: params.group, error: null })),
    countSent: assign((_, params: { rows: number }) => ({ sent: params.rows })),
    keepChecked: assign((_, params: { checked: ContactImport }) => ({ checked: params.checked, error: null })),
    keepBatch: assign((_, params: { batchId: string }) => ({ batchId: params.batchId, error: null })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    forget: assign({ key: '', file: '', sheet: null, group: null, sent: 0, checked: null, batchId: null, error: null }),
    /** Provided by the caller: drops the draft on the server. */
    discard: (_, _params: { key: string; batchId: string | null }) => {},
    /** Provided by the caller: the rows that are shown are read anew. */
    refreshRows: (_, _params: { key: string }) => {},
  },
});
