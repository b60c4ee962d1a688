/** Events that can happen to the realtime connection. */
import type { AnyMachineSnapshot } from 'xstate';
import { type InternalEvent, machine, type RealtimeSnapshot, type UserEvent } from '#machines/realtime/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

/** A change of a company, as the channel tells it. */
export const change = (seq: number, companyId = 1) => ({ seq, companyId, kind: 'conversation-updated', id: 7 }) as const;

const cases = {
  'connection.retried': [{}],
  'session.opened': [{ companyId: 1, cursor: 10 }],
  'session.closed': [{}],
  'company.switched': [{ companyId: 2, cursor: null }],
  'socket.connected': [{}],
  'socket.dropped': [{}],
  'socket.unavailable': [{}],
  'socket.refused': [{ error: refusals.forbidden }],
  'channel.lost': [{ companyId: 1 }],
  'change.arrived': [{ change: change(11) }, { change: change(14) }],
  'xstate.done.actor.joinChannel': [{ output: undefined }],
  'xstate.error.actor.joinChannel': [{ error: refusals.forbidden }, { error: refusals.noAnswer }],
  'xstate.done.actor.catchUp': [{ output: { cursor: 10 } }, { output: { cursor: 14 } }],
  'xstate.error.actor.catchUp': [{ error: refusals.unavailable }],
  'xstate.after.catchUpRetry.realtime.open.behind': [{}],
  'xstate.after.socketRetry.realtime.open.unavailable': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

const answering = ['joinChannel', 'catchUp'];

export const model = defineModel({
  flowId: 'realtime',
  machine,
  cases,
  sameState: ({ context }: Pick<RealtimeSnapshot, 'context'>) => [context.companyId, context.joined, context.cursor, context.newest],
  isStable: (snapshot: AnyMachineSnapshot) => !answering.some((id) => id in snapshot.children),
});
