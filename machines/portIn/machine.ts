/**
 * Bringing numbers in from another carrier (spec 1.1, 1.7; FLOW-040, FLOW-041): the draft, whether the numbers can come, the papers, confirming, sending. The
 * request itself is the server's durable work; the flow follows it until the carrier has it or refuses. The key is made once for each request, so that a second
 * Enter, a crash or a lost reply never asks twice.
 */
import type { SnapshotFrom } from 'xstate';
import type { PortCheck, PortRequest } from '#contract/porting/entities.ts';
import { toFlowError } from '../errors.ts';
import type { PortContext, PortInput } from './events.ts';
import { asking, blank, orderOf } from './setup.ts';

/** The flow's name. */
export const flowId = 'portIn';

const refused = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const checked = ({ event }: { event: { output: PortCheck } }) => ({ check: event.output });
const answered = ({ event }: { event: { output: PortRequest } }) => ({ port: event.output });
const told = ({ event }: { event: { port: PortRequest } }) => ({ port: event.port });

const first = ({ input }: { input: PortInput }): PortContext => ({
  base: input.key,
  attempt: 1,
  draft: { ...blank, ...input.draft },
  check: null,
  documents: { letter: null, bill: null },
  port: null,
  error: null,
});

const closing = { target: '#portIn.closed' } as const;
const revising = { target: '#portIn.draft', actions: 'calm' } as const;

/** Transitions of a request after the server's answer. */
const settled = <A>(port: (args: A) => { port: PortRequest }) =>
  [
    { guard: { type: 'isOnItsWay', params: port }, target: '#portIn.following.waiting', actions: { type: 'keepPort', params: port } },
    { guard: { type: 'isOver', params: port }, target: '#portIn.refused', actions: { type: 'keepPort', params: port } },
    { guard: { type: 'isThis', params: port }, target: '#portIn.submitted', actions: { type: 'keepPort', params: port } },
  ] as const;

/** The port-in machine. */
export const machine = asking.createMachine({
  id: 'portIn',
  context: first,
  initial: 'closed',
  states: {
    closed: { on: { 'port.opened': { target: 'draft', actions: 'begin' } } },
    draft: {
      on: {
        'detail.typed': { actions: { type: 'type', params: ({ event: { field, value } }) => ({ field, value }) } },
        'numbers.checked': { guard: 'isComplete', target: 'checking', actions: 'calm' },
        'port.closed': closing,
      },
    },
    checking: {
      invoke: {
        id: 'checkNumbers',
        src: 'checkNumbers',
        input: ({ context }) => ({ numbers: context.draft.numbers }),
        onDone: [
          { guard: { type: 'isHopeless', params: checked }, target: 'draft', actions: { type: 'sayHopeless', params: checked } },
          { guard: { type: 'isPinless', params: checked }, target: 'draft', actions: { type: 'askForPin', params: checked } },
          { guard: { type: 'isWhole', params: checked }, target: 'documents', actions: { type: 'keepCheck', params: checked } },
          { target: 'partly', actions: { type: 'keepCheck', params: checked } },
        ],
        onError: { target: 'draft', actions: { type: 'fail', params: refused } },
      },
    },
    partly: { on: { 'rest.accepted': { target: 'documents' }, 'draft.revised': revising, 'port.closed': closing } },
    documents: {
      on: {
        'document.chosen': { actions: { type: 'keepDocument', params: ({ event: { kind, file } }) => ({ kind, file }) } },
        'documents.finished': { guard: 'hasDocuments', target: 'confirming' },
        'draft.revised': revising,
        'port.closed': closing,
      },
    },
    confirming: { on: { 'port.confirmed': { target: 'sending', actions: 'calm' }, 'draft.revised': revising, 'port.closed': closing } },
    sending: {
      invoke: {
        id: 'sendPort',
        src: 'sendPort',
        input: ({ context }) => orderOf(context),
        onDone: settled(answered),
        onError: [
          { guard: { type: 'isUnanswered', params: refused }, target: 'unsure', actions: { type: 'fail', params: refused } },
          { target: 'draft', actions: { type: 'fail', params: refused } },
        ],
      },
    },
    unsure: { on: { 'port.retried': { target: 'sending', actions: 'calm' } } },
    following: {
      initial: 'waiting',
      on: { 'port.progressed': settled(told), 'port.closed': closing },
      states: {
        waiting: { after: { poll: { target: 'reading' } } },
        reading: {
          invoke: {
            id: 'readPort',
            src: 'readPort',
            input: ({ context }) => ({ id: context.port?.id ?? 0 }),
            onDone: settled(answered),
            onError: { target: 'waiting' },
          },
        },
      },
    },
    submitted: {
      entry: { type: 'tellSubmitted', params: ({ context }) => ({ port: context.port }) },
      on: { 'port.renewed': { target: 'draft', actions: 'begin' }, 'port.closed': closing },
    },
    refused: { on: { 'port.renewed': { target: 'draft', actions: 'begin' }, 'port.closed': closing } },
  },
});

/** State of a request at one moment. */
export type PortSnapshot = SnapshotFrom<typeof machine>;
