/** Events that can happen to a call that a person makes from the app. */
import { machine, type OutgoingEvent, type OutgoingSnapshot } from '#machines/inAppCallOutgoing/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const call = { numberId: 3, line: 'Front desk', destination: '+14155550134', name: null };

const cases = {
  'call.placed': [{ call }],
  'call.answered': [{}],
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
  'xstate.done.actor.askLeave': [{ output: { token: 'a token', callContextId: '11111111-1111-4111-8111-111111111111' } }],
  'xstate.done.actor.transferCall': [{ output: undefined }],
  'xstate.error.actor.transferCall': [{ error: refusals.unavailable }],
  'xstate.error.actor.askLeave': [{ error: refusals.unavailable }],
  'xstate.done.actor.startCall': [{ output: { callId: 7, conversationId: null, holdMusicUrl: null } }],
  'xstate.error.actor.startCall': [{ error: refusals.unavailable }],
  'xstate.done.actor.endCall': [{ output: undefined }],
  'xstate.error.actor.endCall': [{ error: refusals.unavailable }],
} satisfies Cases<OutgoingEvent>;

export const model = defineModel({
  flowId: 'inAppCallOutgoing',
  machine,
  input: undefined,
  cases,
  sameState: ({ context }: Pick<OutgoingSnapshot, 'context'>) => [
    context.call?.destination ?? null,
    context.leave?.callContextId ?? null,
    context.started?.callId ?? null,
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
