/** Events that can happen while calls are reviewed. */
import { machine, type ReviewSnapshot, type UndoneEvent, type UserEvent } from '#machines/reviewRun/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const calls = [
  { id: 11, outcome: null },
  { id: 12, outcome: 'unknown' as const },
];

const cases = {
  'run.started': [{ line: 'missed last 7d' }],
  'outcome.given': [{ outcome: 'opportunity' }],
  'outcome.undone': [{ id: 11, was: null }],
  'call.skipped': [{}],
  'call.returned': [{}],
  'run.finished': [{}],
  'run.retried': [{}],
  'run.undone': [{}],
  'run.closed': [{}],
  'xstate.done.actor.fetchCalls': [
    { output: { calls, cursor: 'more' } },
    { output: { calls: [{ id: 13, outcome: null }], cursor: null } },
    { output: { calls: [], cursor: null } },
  ],
  'xstate.error.actor.fetchCalls': [{ error: refusals.unavailable }],
  'xstate.done.actor.saveOutcome': [{ output: undefined }],
  'xstate.error.actor.saveOutcome': [{ error: refusals.unavailable }],
  'xstate.done.actor.undoOutcomes': [{ output: undefined }],
  'xstate.error.actor.undoOutcomes': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent | UndoneEvent>;

export const model = defineModel({
  flowId: 'reviewRun',
  machine,
  cases,
  sameState: ({ context: { queue, past, cursor, verdicts, isUndone, error } }: Pick<ReviewSnapshot, 'context'>) => [
    queue.map(({ id }) => id).join(' '),
    past.map(({ id }) => id).join(' '),
    cursor,
    verdicts.some(({ id }) => id === 11),
    verdicts.some(({ id }) => id !== 11),
    isUndone,
    error?.code ?? null,
  ],
});
