/** Events that can happen to a batch. */
import { type BatchSnapshot, type InternalEvent, machine, type UserEvent } from '#machines/batch/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const at = (progress: number, finishedAt: string | null = null) => ({ id: 'batch-01', progress, finishedAt });
const finished = at(100, '2026-03-02T15:00:00Z');

const cases = {
  'batch.dismissed': [{}],
  'batch.started': [{ progress: at(0) }, { progress: finished }],
  'progress.arrived': [{ progress: at(40) }, { progress: finished }, { progress: null }],
  'xstate.done.actor.readProgress': [{ output: at(60) }, { output: finished }, { output: null }],
  'xstate.error.actor.readProgress': [{ error: refusals.unavailable }],
  'xstate.after.poll.batch.running.listening': [{}],
  'xstate.after.removal.batch.finished': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'batch',
  machine,
  input: { batchId: 'batch-01', companyId: 1, kind: 'contacts', successMessage: 'Bulk update has been successfully applied' },
  cases,
  sameState: ({ context }: Pick<BatchSnapshot, 'context'>) => [context.progress?.progress ?? null],
});
