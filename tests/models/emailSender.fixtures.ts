/** Events that can happen to the sender of a tenant’s mail. */
import type { EmailSender } from '#contract/tenant/entities.ts';
import { type InternalEvent, machine, type SenderSnapshot, type UserEvent } from '#machines/emailSender/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

/** A sender as the server has it. */
export const senderOf = (status: EmailSender['status']): EmailSender => ({
  address: 'help@harbor.com',
  name: null,
  status,
  records: [],
  lookedAt: null,
  verifiedAt: null,
  expiresAt: null,
});
const [started, verified] = [senderOf('started'), senderOf('verified')];

const gone = { status: 404, code: 'not_found', message: 'Not found, or you don’t have access' };
const outdated = { status: 409, code: 'conflict', message: 'Another change came first' };

const cases = {
  'sender.typed': [
    { field: 'address', value: 'help@harbor.com' },
    { field: 'address', value: ' ' },
  ],
  'sender.submitted': [{}],
  'sender.kept': [{}],
  'sender.reopened': [{}],
  'sender.looked': [{}],
  'sender.removed': [{}],
  'sender.reloaded': [{}],
  'sender.changed': [{}],
  'xstate.done.actor.loadSender': [null, started, verified].map((output) => ({ output })),
  'xstate.error.actor.loadSender': [{ error: refusals.unavailable }],
  'xstate.done.actor.startSender': [{ output: started }],
  'xstate.error.actor.startSender': [{ error: refusals.unavailable }],
  'xstate.done.actor.lookAtSender': [null, started, verified].map((output) => ({ output })),
  'xstate.error.actor.lookAtSender': [refusals.noAnswer, gone, outdated].map((error) => ({ error })),
  'xstate.done.actor.removeSender': [{ output: null }],
  'xstate.error.actor.removeSender': [refusals.unavailable, gone].map((error) => ({ error })),
  'xstate.after.lookAgain.emailSender.checklist': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'emailSender',
  machine,
  input: undefined,
  cases,
  sameState: ({ context }: Pick<SenderSnapshot, 'context'>) => [
    context.draft.address.trim() !== '',
    context.sender?.status ?? null,
    context.error?.status ?? null,
  ],
});
