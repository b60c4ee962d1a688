/**
 * Bringing numbers in from another carrier (spec 1.1, 1.7; FLOW-040, FLOW-041): the draft, whether the numbers can come, the papers, confirming, sending. The
 * request itself is the server's durable work; the flow follows it until the carrier has it or refuses. The key is made once for each request, so that a second
 * Enter, a crash or a lost reply never asks twice.
 */
import type { SnapshotFrom } from 'xstate';
import type { PortCheck, PortRequest } from '#contract/porting/entities.ts';
import { toFlowError } from '../errors.ts';
import type { PortContext, PortInput } from './events.ts';
import { blankDraft, portInSetup, toOrder } from './setup.ts';

/** The flow's name. */
export const flowId = 'portIn';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
const toCheck = ({ event }: { event: { output: PortCheck } }) => ({ check: event.output });
const toPort = ({ event }: { event: { output: PortRequest } }) => ({ port: event.output });
const toProgress = ({ event }: { event: { port: PortRequest } }) => ({ port: event.port });

const createContext = ({ input }: { input: PortInput }): PortContext => ({
  base: input.key,
  attempt: 1,
  draft: { ...blankDraft, ...input.draft },
  check: null,
  documents: { letter: null, bill: null },
  port: null,
  error: null,
});

const closeTransition = { target: '#portIn.closed' } as const;
const reviseTransition = { target: '#portIn.draft', actions: 'calm' } as const;

/** Transitions of a request after the server's answer. */
const createSettledTransitions = <A>(port: (args: A) => { port: PortRequest }) =>
  [
    { guard: { type: 'isOnItsWay', params: port }, target: '#portIn.following.waiting', actions: { type: 'keepPort', params: port } },
    { guard: { type: 'isOver', params: port }, target: '#portIn.refused', actions: { type: 'keepPort', params: port } },
    { guard: { type: 'isThis', params: port }, target: '#portIn.submitted', actions: { type: 'keepPort', params: port } },
  ] as const;

/** The port-in machine. */
export const machine = portInSetup.createMachine({
  id: 'portIn',
  context: createContext,
  initial: 'closed',
  states: {
    closed: { on: { 'port.opened': { target: 'draft', actions: 'begin' } } },
    draft: {
      on: {
        'detail.typed': { actions: { type: 'type', params: ({ event: { field, value } }) => ({ field, value }) } },
        'numbers.checked': { guard: 'isComplete', target: 'checking', actions: 'calm' },
        'port.closed': closeTransition,
      },
    },
    checking: {
      invoke: {
        id: 'checkNumbers',
        src: 'checkNumbers',
        input: ({ context }) => ({ numbers: context.draft.numbers }),
        onDone: [
          { guard: { type: 'isHopeless', params: toCheck }, target: 'draft', actions: { type: 'sayHopeless', params: toCheck } },
          { guard: { type: 'isPinless', params: toCheck }, target: 'draft', actions: { type: 'askForPin', params: toCheck } },
          { guard: { type: 'isWhole', params: toCheck }, target: 'documents', actions: { type: 'keepCheck', params: toCheck } },
          { target: 'partly', actions: { type: 'keepCheck', params: toCheck } },
        ],
        onError: { target: 'draft', actions: { type: 'fail', params: toError } },
      },
    },
    partly: { on: { 'rest.accepted': { target: 'documents' }, 'draft.revised': reviseTransition, 'port.closed': closeTransition } },
    documents: {
      on: {
        'document.chosen': { actions: { type: 'keepDocument', params: ({ event: { kind, file } }) => ({ kind, file }) } },
        'documents.finished': { guard: 'hasDocuments', target: 'confirming' },
        'draft.revised': reviseTransition,
        'port.closed': closeTransition,
      },
    },
    confirming: { on: { 'port.confirmed': { target: 'sending', actions: 'calm' }, 'draft.revised': reviseTransition, 'port.closed': closeTransition } },
    sending: {
      invoke: {
        id: 'sendPort',
        src: 'sendPort',
        input: ({ context }) => toOrder(context),
        onDone: createSettledTransitions(toPort),
        onError: [
          { guard: { type: 'isUnanswered', params: toError }, target: 'unsure', actions: { type: 'fail', params: toError } },
          { target: 'draft', actions: { type: 'fail', params: toError } },
        ],
      },
    },
    unsure: { on: { 'port.retried': { target: 'sending', actions: 'calm' } } },
    following: {
      initial: 'waiting',
      on: { 'port.progressed': createSettledTransitions(toProgress), 'port.closed': closeTransition },
      states: {
        waiting: { after: { poll: { target: 'reading' } } },
        reading: {
          invoke: {
            id: 'readPort',
            src: 'readPort',
            input: ({ context }) => ({ id: context.port?.id ?? 0 }),
            onDone: createSettledTransitions(toPort),
            onError: { target: 'waiting' },
          },
        },
      },
    },
    submitted: {
      entry: { type: 'tellSubmitted', params: ({ context }) => ({ port: context.port }) },
      on: { 'port.renewed': { target: 'draft', actions: 'begin' }, 'port.closed': closeTransition },
    },
    refused: { on: { 'port.renewed': { target: 'draft', actions: 'begin' }, 'port.closed': closeTransition } },
  },
});

/** State of a request at one moment. */
export type PortSnapshot = SnapshotFrom<typeof machine>;
