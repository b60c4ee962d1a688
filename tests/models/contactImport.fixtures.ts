/** Events that can happen to an import of contacts. */
import type { ContactImport } from '#contract/contactImports/entities.ts';
import { type ImportSnapshot, type InternalEvent, machine, type SheetInfo, type UserEvent } from '#machines/contactImport/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const key = 'import-01';

const sheet = (...mapping: SheetInfo['mapping']): SheetInfo => ({
  columns: ['Name', 'Phone'].map((name) => ({ name, samples: ['x'] })),
  mapping,
  rows: 2,
});
/** An import as the server has it, with rows to create. */
const checked = (create: number): ContactImport => ({
  key: `${key}-1`,
  fileName: 'people.csv',
  group: null,
  isChecked: true,
  total: 2,
  counts: { create, update: 0, restore: 0, unchanged: 2 - create, duplicate: 0, invalid: 0, overLimit: 0, leftOut: 0, optedOut: 0, held: 0 },
  batchId: null,
  createdAt: '2026-03-02T15:00:00Z',
});
const answers = [{ output: checked(2) }, { output: checked(0) }];

const cases = {
  'file.chosen': [{ file: 'people.csv' }, { file: 'people.txt' }],
  'column.mapped': [
    { column: 0, field: 'name' },
    { column: 1, field: 'number' },
    { column: 0, field: null },
  ],
  'group.chosen': [{ group: { id: 8, name: 'VIP' } }, { group: null }],
  'row.fixed': [{ line: 2, field: 'number', value: '212-555-0123' }],
  'rows.excluded': [{ lines: [2], isLeftOut: true }],
  'import.confirmed': [{}],
  'import.retried': [{}],
  'import.closed': [{}],
  'parts.sent': [{ rows: 1 }],
  'batch.finished': [{ batchId: `${key}-1` }],
  'import.undone': [{ key: `${key}-1` }],
  'xstate.done.actor.readImport': [{ output: checked(2) }],
  'xstate.error.actor.readImport': [{ error: refusals.unavailable }],
  'xstate.done.actor.readFile': [{ output: sheet('name', 'number') }, { output: sheet('name', null) }],
  'xstate.error.actor.readFile': [{ error: refusals.unavailable }],
  'xstate.done.actor.stageRows': answers,
  'xstate.error.actor.stageRows': [{ error: refusals.unavailable }],
  'xstate.done.actor.checkRows': answers,
  'xstate.error.actor.checkRows': [{ error: refusals.unavailable }],
  'xstate.done.actor.fixRow': answers,
  'xstate.error.actor.fixRow': [{ error: refusals.unavailable }],
  'xstate.done.actor.leaveOut': answers,
  'xstate.error.actor.leaveOut': [{ error: refusals.unavailable }],
  'xstate.done.actor.confirmImport': [{ output: { batchId: `${key}-1` } }],
  'xstate.error.actor.confirmImport': [{ error: refusals.noAnswer }, { error: refusals.unavailable }],
  'xstate.done.actor.readBatch': [{ output: { isFinished: true } }, { output: { isFinished: false } }],
  'xstate.error.actor.readBatch': [{ error: refusals.unavailable }],
  'xstate.after.poll.contactImport.saving.running.listening': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

/** Imports after the first have another key, which the cases do not have: one is walked to its end. */
export const model = defineModel({
  flowId: 'contactImport',
  machine,
  input: { key },
  cases,
  sameState: ({ context }: Pick<ImportSnapshot, 'context'>) => [
    context.sheet?.mapping.join() ?? null,
    context.checked?.counts.create ?? null,
    context.batchId === null,
    context.error?.status ?? null,
    Math.min(context.attempt, 2),
  ],
});
