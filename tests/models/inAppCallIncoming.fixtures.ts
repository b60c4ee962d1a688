/** Events that can happen to a call that rings in the app. */
import { type IncomingEvent, type IncomingSnapshot, machine } from '#machines/inAppCallIncoming/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const call = { callId: 7, callContextId: '11111111-1111-4111-8111-111111111111', joinToken: 'a proof', caller: '+14155550134' };

const cases = {
  'call.rang': [{ call }],
  'call.answered': [{}],
  'call.declined': [{}],
  'call.withdrawn': [{}],
  'call.over': [{}],
  'call.ended': [{}],
  'mute.toggled': [{}],
  'hold.toggled': [{}],
  'digits.pressed': [{ digits: '12#' }],
  'call.transferred': [{ target: { userId: 8, destination: null, name: 'Ben Ode' } }],
  'signalling.lost': [{}],
  'signalling.back': [{}],
  'trouble.came': [{ trouble: 'connection' }],
  'trouble.passed': [{ trouble: 'connection' }],
  'card.closed': [{}],
  'xstate.done.actor.checkAnswer': [
    { output: { canAnswer: true, reason: null } },
    { output: { canAnswer: false, reason: 'Answered already' } },
    { output: { canAnswer: false, reason: 'The caller hung up' } },
  ],
  'xstate.done.actor.transferCall': [{ output: undefined }],
  'xstate.error.actor.transferCall': [{ error: refusals.unavailable }],
  'xstate.error.actor.checkAnswer': [{ error: refusals.unavailable }],
  'xstate.done.actor.connectCall': [{ output: undefined }],
  'xstate.error.actor.connectCall': [{ error: refusals.unavailable }],
  'xstate.done.actor.declineCall': [{ output: undefined }],
  'xstate.error.actor.declineCall': [{ error: refusals.unavailable }],
} satisfies Cases<IncomingEvent>;

export const model = defineModel({
  flowId: 'inAppCallIncoming',
  machine,
  input: undefined,
  cases,
  sameState: ({ context }: Pick<IncomingSnapshot, 'context'>) => [
    context.call?.callId ?? null,
    context.isMuted,
    context.heldAt !== null,
    context.transferredTo?.name ?? null,
    context.isOver,
    context.isSignalling,
    context.troubles.join(' '),
    context.connectedAt !== null,
    context.ending,
    context.error?.status ?? null,
  ],
});
