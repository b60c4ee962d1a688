/** Events that can happen to a check of the script. */
import { scriptCheckResults } from '#contract/dni/enums.ts';
import { type CheckSnapshot, machine, type UserEvent } from '#machines/scriptCheck/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const cases = {
  'address.typed': [{ address: 'harbor-bikes.example' }, { address: '127.0.0.1' }, { address: ' ' }],
  'script.checked': [{}],
  'xstate.done.actor.checkPage': scriptCheckResults.map((result) => ({
    output: { url: 'https://harbor-bikes.example', result, checkedAt: '2026-03-05T12:00:00Z' },
  })),
  'xstate.error.actor.checkPage': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent>;

export const model = defineModel({
  flowId: 'scriptCheck',
  machine,
  input: undefined,
  cases,
  sameState: ({ context }: Pick<CheckSnapshot, 'context'>) => [context.address, context.checked?.result ?? null, context.error?.status ?? null],
});
