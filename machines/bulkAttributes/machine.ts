/**
 * A bulk attribute update (FLOW-199): the edited template is read, checked, mended where it is wrong, confirmed and applied as a whole. The check is the
 * screen: nothing is changed before it is confirmed.
 */
import type { SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import type { CheckSummary, UpdateContext, UpdateInput } from './events.ts';
import { updateSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'bulkAttributes';

const createContext = ({ input }: { input: UpdateInput }): UpdateContext => ({
  base: input.key,
  attempt: 0,
  key: '',
  file: '',
  scope: 'company',
  checked: null,
  applied: null,
  error: null,
});

const fail = { type: 'fail', params: ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) }) } as const;
const keepCheck = { type: 'keepCheck', params: ({ event }: { event: { output: CheckSummary } }) => ({ checked: event.output }) } as const;
type FileChosen = { event: { file: string } };

const choose = [
  {
    guard: { type: 'isFile', params: ({ event }: FileChosen) => event },
    target: '#bulkAttributes.parsing',
    actions: { type: 'begin', params: ({ event }: FileChosen) => event },
  },
  { target: '#bulkAttributes.rejected', actions: ['dropFile', { type: 'begin', params: ({ event }: FileChosen) => event }, 'refuseFile'] },
] as const;

const close = { target: '#bulkAttributes.idle', actions: ['dropFile', 'forget'] } as const;
const undone = {
  guard: { type: 'isOwnKey', params: ({ event }: { event: { key: string } }) => event },
  target: '#bulkAttributes.idle',
  actions: ['dropFile', 'forget'],
} as const;

/** The update machine. */
export const machine = updateSetup.createMachine({
  id: 'bulkAttributes',
  context: createContext,
  initial: 'idle',
  states: {
    idle: {
      on: { 'file.chosen': choose, 'scope.chosen': { actions: { type: 'chooseScope', params: ({ event }) => event } } },
    },
    parsing: {
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context }) => ({ file: context.file }),
        onDone: 'checking',
        onError: { target: 'rejected', actions: fail },
      },
      on: { 'update.closed': close },
    },
    rejected: { on: { 'file.chosen': choose, 'update.closed': close } },
    checking: {
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context }) => ({ scope: context.scope }),
        onDone: { target: 'reviewing', actions: keepCheck },
        onError: { target: 'failed', actions: fail },
      },
      on: { 'update.closed': close },
    },
    reviewing: {
      on: {
        'scope.chosen': { target: 'checking', actions: { type: 'chooseScope', params: ({ event }) => event } },
        'file.chosen': choose,
        'cell.fixed': { target: 'checking', actions: ['calm', { type: 'changeCell', params: ({ event }) => event }] },
        'rows.excluded': { target: 'checking', actions: ['calm', { type: 'excludeRows', params: ({ event }) => event }] },
        'choices.added': { guard: 'hasUnknownChoices', target: 'extending', actions: 'calm' },
        'update.confirmed': { guard: 'isApplicable', target: 'applying', actions: 'calm' },
        'update.closed': close,
      },
    },
    extending: {
      invoke: {
        id: 'addChoices',
        src: 'addChoices',
        input: ({ context }) => ({ scope: context.scope }),
        onDone: 'checking',
        onError: { target: 'reviewing', actions: fail },
      },
    },
    applying: {
      invoke: {
        id: 'applyFile',
        src: 'applyFile',
        input: ({ context }) => ({ scope: context.scope, key: context.key, plan: context.checked?.plan ?? '' }),
        onDone: { target: 'done', actions: { type: 'keepApplied', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: fail },
      },
    },
    done: { on: { 'file.chosen': choose, 'update.undone': undone, 'update.closed': close } },
    failed: {
      on: {
        'update.retried': [
          { guard: 'isUnanswered', target: 'applying', actions: 'calm' },
          { target: 'checking', actions: 'calm' },
        ],
        'file.chosen': choose,
        'update.closed': close,
      },
    },
  },
});

/** State of the flow at one moment. */
export type UpdateSnapshot = SnapshotFrom<typeof machine>;
