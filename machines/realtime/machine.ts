/**
 * Realtime connection (spec 1.4, 2.7, 2.9; FLOW-210 to FLOW-212; SAFETY.md, realtime): join the company's channel, catch up by cursor, live;
 * after any loss or gap catch up again, so that nothing is missed. One actor for the whole app.
 */
import { type SnapshotFrom, sendTo } from 'xstate';
import type { Change } from '#contract/core/realtime.ts';
import { toFlowError } from '../errors.ts';
import { realtime } from './setup.ts';

export type { CatchUpResult, InternalEvent, RealtimeContext, UserEvent } from './setup.ts';

/** The flow's name. */
export const flowId = 'realtime';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toChange = ({ event }: { event: { change: Change } }) => event.change;
const toCursor = ({ event }: { event: { output: { cursor: number } } }) => event.output;

/** The realtime machine. */
export const machine = realtime.createMachine({
  id: flowId,
  context: { companyId: 0, joined: null, cursor: null, newest: 0, error: null },
  initial: 'disconnected',
  states: {
    disconnected: { on: { 'session.opened': { target: 'open', actions: { type: 'select', params: ({ event }) => event } } } },
    open: {
      initial: 'connecting',
      invoke: { id: 'holdSocket', src: 'holdSocket', input: {} },
      on: {
        'session.closed': { target: 'disconnected', actions: ['release', 'calm'] },
        'socket.dropped': { target: '.connecting', actions: 'release' },
        'socket.unavailable': { target: '.unavailable', actions: 'release' },
        'socket.refused': { target: '.refused', actions: ['release', { type: 'fail', params: ({ event }) => event }] },
        'company.switched': { target: '.joining', actions: { type: 'select', params: ({ event }) => event } },
        'channel.lost': {
          guard: { type: 'isOurs', params: ({ event }) => event },
          target: '.refused',
          actions: 'release',
        },
      },
      states: {
        connecting: {
          on: {
            'socket.connected': { target: 'joining' },
            'company.switched': { actions: { type: 'select', params: ({ event }) => event } },
          },
        },
        unavailable: {
          // The socket may stand although its channel could not be joined: nothing else would try again then.
          after: { socketRetry: { target: 'unavailable', reenter: true, actions: sendTo('holdSocket', { type: 'socket.retry' }) } },
          on: {
            'socket.connected': { target: 'joining' },
            'company.switched': { actions: { type: 'select', params: ({ event }) => event } },
            'connection.retried': { target: 'connecting', actions: sendTo('holdSocket', { type: 'socket.retry' }) },
          },
        },
        refused: { on: { 'connection.retried': { target: 'connecting', actions: ['calm', sendTo('holdSocket', { type: 'socket.retry' })] } } },
        joining: {
          invoke: {
            id: 'joinChannel',
            src: 'joinChannel',
            input: ({ context }) => ({ join: context.companyId, leave: context.joined }),
            onDone: { target: 'catchingUp', actions: 'hold' },
            onError: [
              { guard: { type: 'isRefusal', params: toError }, target: 'refused', actions: ['release', { type: 'fail', params: toError }] },
              { target: 'unavailable', actions: ['release', { type: 'fail', params: toError }] },
            ],
          },
          on: { 'change.arrived': { guard: { type: 'isOurs', params: toChange }, actions: { type: 'hear', params: toChange } } },
        },
        catchingUp: {
          invoke: {
            id: 'catchUp',
            src: 'catchUp',
            input: ({ context }) => ({ companyId: context.companyId, after: context.cursor }),
            onDone: [
              { guard: { type: 'hasAll', params: toCursor }, target: 'live', actions: { type: 'reach', params: toCursor } },
              { target: 'behind', actions: { type: 'reach', params: toCursor } },
            ],
            onError: { target: 'behind', actions: { type: 'fail', params: toError } },
          },
          on: { 'change.arrived': { guard: { type: 'isOurs', params: toChange }, actions: { type: 'hear', params: toChange } } },
        },
        behind: {
          after: { catchUpRetry: { target: 'catchingUp' } },
          on: {
            'change.arrived': { guard: { type: 'isOurs', params: toChange }, actions: { type: 'hear', params: toChange } },
            'connection.retried': { target: 'catchingUp' },
          },
        },
        live: {
          on: {
            'change.arrived': [
              {
                guard: { type: 'isNext', params: toChange },
                actions: [
                  { type: 'advance', params: toChange },
                  { type: 'applyChange', params: ({ event }) => event },
                ],
              },
              { guard: { type: 'isGap', params: toChange }, target: 'catchingUp', actions: { type: 'hear', params: toChange } },
            ],
          },
        },
      },
    },
  },
});

/** State of the connection at one moment. */
export type RealtimeSnapshot = SnapshotFrom<typeof machine>;
