/** Events that can happen to a bulk attribute update. */
import { type CheckSummary, type InternalEvent, machine, type UpdateSnapshot, type UserEvent } from '#machines/bulkAttributes/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const key = 'attributes-01';

/** Check of a file by the server. */
const checked = (counts: Partial<CheckSummary['counts']>): CheckSummary => ({
  headers: ['entity_type', 'id', 'Region'],
  counts: { change: 0, unchanged: 0, invalid: 0, cells: 0, unknownChoices: 0, ...counts },
  plan: 'plan',
});

const cases = {
  'scope.chosen': [{ scope: 'organization' }],
  'file.chosen': [{ file: 'fields.csv' }, { file: 'fields.txt' }],
  'cell.fixed': [{ line: 2, place: 2, value: 'West' }],
  'rows.excluded': [{ lines: [2], isLeftOut: true }],
  'choices.added': [{}],
  'update.confirmed': [{}],
  'update.retried': [{}],
  'update.closed': [{}],
  'update.undone': [{ key: `${key}-1` }],
  'xstate.done.actor.readFile': [{ output: undefined }],
  'xstate.error.actor.readFile': [{ error: refusals.unavailable }],
  'xstate.done.actor.checkFile': [
    { output: checked({ change: 1, cells: 1 }) },
    { output: checked({ unchanged: 1 }) },
    { output: checked({ invalid: 1, unknownChoices: 1 }) },
  ],
  'xstate.error.actor.checkFile': [{ error: refusals.unavailable }],
  'xstate.done.actor.addChoices': [{ output: undefined }],
  'xstate.error.actor.addChoices': [{ error: refusals.unavailable }],
  'xstate.done.actor.applyFile': [{ output: { cells: 1 } }],
  'xstate.error.actor.applyFile': [{ error: refusals.noAnswer }, { error: refusals.unavailable }],
} satisfies Cases<UserEvent | InternalEvent>;

/** Updates after the first have another key, which the cases do not have: one is walked to its end. */
export const model = defineModel({
  flowId: 'bulkAttributes',
  machine,
  input: { key },
  cases,
  sameState: ({ context }: Pick<UpdateSnapshot, 'context'>) => [
    context.scope,
    context.checked?.counts.cells ?? null,
    context.checked?.counts.invalid ?? null,
    context.applied,
    context.error?.status ?? null,
    Math.min(context.attempt, 2),
  ],
});
