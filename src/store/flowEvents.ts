/** Sends events to flows from commands. A refusal, or an error of the flow, is thrown to the command. */
import { type ActorRef, type EventObject, type Snapshot, waitFor } from 'xstate';
import type { FlowError } from '#machines/errors.ts';

type FlowSnapshot = Snapshot<unknown> & { readonly context: { readonly error: FlowError | null } };
type GetReason<S, E> = (snapshot: S, event: E) => string | null;

/** Throws the sentence with which a flow refuses an event now. */
export function assertAccepted<S, E>(actor: { getSnapshot(): S }, getReason: GetReason<S, E>, event: E): void {
  const refusal = getReason(actor.getSnapshot(), event);
  if (refusal !== null) throw new Error(refusal);
}

/** Sends an event and waits for what comes of it. Throws the sentence the flow refuses it with, or the error it came to. */
export async function sendAndSettle<S extends FlowSnapshot, E extends EventObject>(
  actor: ActorRef<S, E>,
  getReason: GetReason<S, E>,
  event: E,
  isSettled: (snapshot: S) => boolean,
): Promise<S> {
  assertAccepted(actor, getReason, event);
  actor.send(event);
  const snapshot = await waitFor(actor, isSettled);
  if (snapshot.context.error) throw snapshot.context.error;
  return snapshot;
}
