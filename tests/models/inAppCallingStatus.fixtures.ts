/** Events that can happen to the status of a person. */
import { inAppCallingStatuses } from '#contract/companies/enums.ts';
import { machine, type StatusEvent, type StatusSnapshot } from '#machines/inAppCallingStatus/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const cases = {
  'status.toggled': [{}],
  'status.read': inAppCallingStatuses.map((status) => ({ status })),
  'status.unread': [{ error: refusals.unavailable }],
  'xstate.done.actor.saveStatus': [{ output: undefined }],
  'xstate.error.actor.saveStatus': [{ error: refusals.unavailable }],
} satisfies Cases<StatusEvent>;

export const model = defineModel({
  flowId: 'inAppCallingStatus',
  machine,
  input: undefined,
  cases,
  sameState: ({ context }: Pick<StatusSnapshot, 'context'>) => [context.error?.status ?? null],
});
