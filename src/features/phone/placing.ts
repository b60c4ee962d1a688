/** The call that a person makes from this window. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import * as outgoing from '#machines/inAppCallOutgoing/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import type { PhoneDevice } from './device.ts';
import { phoneLine } from './line.ts';
import { requestTransfer } from './transfer.ts';

export type OutgoingActor = ActorRefFrom<typeof outgoing.machine>;

interface Given {
  readonly app: App;
  readonly companyId: number;
  getDevice(): PhoneDevice | null;
  /** Tells whether the carrier lets the ringing be heard itself. */
  onRinging(isHeard: boolean): void;
}

/** Returns the device; throws in words while this window is no phone. */
function getReady(device: PhoneDevice | null): PhoneDevice {
  if (device !== null) return device;
  const line = phoneLine.get();
  if (line.kind === 'elsewhere') throw new Error('Your phone is in another tab. Call from there');
  throw new Error(line.kind === 'lost' ? line.reason : 'Not registered at the carrier. Turn in-app calling off and on');
}

/** Creates the flow of a call from this window. */
export function createOutgoing({ app, companyId, getDevice, onRinging }: Given): OutgoingActor {
  const actor: OutgoingActor = createActor(
    outgoing.machine.provide({
      actors: {
        askLeave: fromPromise(({ input: { call } }) =>
          rejectWithPlainError(
            (async () => {
              if (call === null) throw new Error('No number to call');
              getReady(getDevice());
              const { checkMicrophone } = await import('./device.ts');
              await checkMicrophone();
              const { numberId, destination } = call;
              return app.api.call('phone.createOutgoingToken', { companyId, body: { numberId, destination } });
            })(),
          ),
        ),
        startCall: fromPromise(({ input: { leave } }) =>
          rejectWithPlainError(
            (async () => {
              if (leave === null) throw new Error('No number to call');
              await getReady(getDevice()).place(leave.token, {
                onRinging,
                onAnswered: () => actor.send({ type: 'call.answered' }),
                onOver: () => actor.send({ type: 'call.over' }),
                onSignalling: (isThere) => actor.send({ type: isThere ? 'signalling.back' : 'signalling.lost' }),
                onSound: (event) => actor.send(event),
              });
              return app.api.call('phone.outgoingInitiated', { companyId, body: { callContextId: leave.callContextId } });
            })(),
          ),
        ),
        transferCall: fromPromise(({ input: { started, target } }) => requestTransfer(app, companyId, started?.callId, target)),
        endCall: fromPromise(({ input: { leave } }) =>
          rejectWithPlainError(
            leave === null ? Promise.resolve() : app.api.call('phone.endOutgoing', { companyId, body: { callContextId: leave.callContextId } }),
          ),
        ),
      },
      actions: {
        applyMute: (_, { isMuted }) => getDevice()?.mute(isMuted),
        applyHold: ({ context: { started } }, { isHeld }) => getDevice()?.hold(isHeld, started?.holdMusicUrl ?? null),
        sendDigits: (_, { digits }) => getDevice()?.sendDigits(digits),
        hangUp: () => getDevice()?.hangUp(),
      },
    }),
  );
  return actor;
}
