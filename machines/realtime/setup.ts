/** The named parts of the realtime connection: its actors (provided by the caller), guards, actions and delays. */
import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { limits } from '#contract/core/limits.ts';
import type { Change } from '#contract/core/realtime.ts';
import { type FlowError, rejectMissingActor } from '../errors.ts';

/** Events a user may send: try the connection again now. */
export type UserEvent = { type: 'connection.retried' };

/** Events from the app and the socket. `cursor` is the newest change the app knows of a company, null when it knows none. */
export type InternalEvent =
  | { type: 'session.opened'; companyId: number; cursor: number | null }
  | { type: 'session.closed' }
  | { type: 'company.switched'; companyId: number; cursor: number | null }
  | { type: 'socket.connected' }
  | { type: 'socket.dropped' }
  | { type: 'socket.unavailable' }
  | { type: 'socket.refused'; error: FlowError }
  | { type: 'channel.lost'; companyId: number }
  | { type: 'change.arrived'; change: Change };

/** `joined` is the company whose channel is held; `newest` the highest change heard of, also while catching up. */
export interface RealtimeContext {
  companyId: number;
  joined: number | null;
  cursor: number | null;
  newest: number;
  error: FlowError | null;
}

/** Result of catching up: the cursor it reached. The actor itself applies the changes it fetched. */
export interface CatchUpResult {
  cursor: number;
}

/** The setup of the realtime machine. */
export const realtime = setup({
  types: { context: {} as RealtimeContext, events: {} as UserEvent | InternalEvent },
  actors: {
    /** Holds the socket while the flow is open (GET /user/beam-token, then pusher-js) and sends back `socket.…`, `channel.lost` and `change.arrived`. */
    holdSocket: fromCallback<{ type: 'socket.retry' }, Record<never, never>>(() => {}),
    /** Leaves the channel of `leave` and joins that of `join`; resolves when the subscription stands, rejects with 403 when it is refused. */
    joinChannel: fromPromise<unknown, { join: number; leave: number | null }>(rejectMissingActor),
    /** GET /companies/{companyId}/changes?after={after}; without `after` refetches what is on the screen. Applies what it finds. */
    catchUp: fromPromise<CatchUpResult, { companyId: number; after: number | null }>(rejectMissingActor),
  },
  guards: {
    isOurs: ({ context }, params: { companyId: number }) => params.companyId === context.companyId,
    isNext: ({ context }, params: Change) =>
      params.companyId === context.companyId && params.seq === (context.cursor ?? 0) + 1 && params.kind !== 'changes-waiting',
    /** Something was missed, or waits to be fetched. */
    isGap: ({ context }, params: Change) =>
      params.companyId === context.companyId && params.seq > (context.cursor ?? 0) + (params.kind === 'changes-waiting' ? 0 : 1),
    hasAll: ({ context }, params: CatchUpResult) => params.cursor >= context.newest,
    isRefusal: (_, params: { error: FlowError }) => [401, 403, 404].includes(params.error.status),
  },
  actions: {
    select: assign((_, params: { companyId: number; cursor: number | null }) => ({
      companyId: params.companyId,
      cursor: params.cursor,
      newest: 0,
      error: null,
    })),
    hold: assign(({ context }) => ({ joined: context.companyId, error: null })),
    release: assign({ joined: null }),
    hear: assign(({ context }, params: { seq: number }) => ({ newest: Math.max(context.newest, params.seq) })),
    advance: assign((_, params: { seq: number }) => ({ cursor: params.seq, newest: params.seq })),
    reach: assign((_, params: CatchUpResult) => ({ cursor: params.cursor, error: null })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: updates or refetches what one change touched. */
    applyChange: (_, _params: { change: Change }) => {},
  },
  delays: { catchUpRetry: limits.catchUpRetryMs, socketRetry: limits.socketRetryMs },
});
