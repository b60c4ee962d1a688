/**
 * An import of contacts (FLOW-068 to FLOW-073): the file is read, its columns are mapped, its rows are staged and checked, mended where they are wrong,
 * confirmed and saved as a batch. The check is the screen: nothing is saved before it is confirmed.
 */
import type { SnapshotFrom } from 'xstate';
import type { ContactImport } from '#contract/contactImports/entities.ts';
import { importMessages } from '#contract/contactImports/texts.ts';
import { toFlowError } from '../errors.ts';
import type { ImportContext, ImportInput, SheetInfo } from './events.ts';
import { countSaved, importSetup } from './setup.ts';

/** The flow's name. */
export const flowId = 'contactImport';

const createContext = ({ input }: { input: ImportInput }): ImportContext => ({
  base: input.key,
  attempt: 0,
  key: '',
  file: '',
  sheet: null,
  group: null,
  sent: 0,
  checked: null,
  batchId: null,
  error: null,
});

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });
/** The specification's words first; what the server says of it after them. */
const toNamedError =
  (message: string) =>
  ({ event }: { event: { error: unknown } }) => {
    const error = toFlowError(event.error);
    return { error: { ...error, message: error.status === 0 ? message : `${message}. ${error.message}` } };
  };
const toSheet = ({ event }: { event: { output: SheetInfo } }) => ({ sheet: event.output });
const toChecked = ({ event }: { event: { output: ContactImport } }) => ({ checked: event.output });
const toKey = ({ context }: { context: ImportContext }) => ({ key: context.key });
const toBatchId = ({ context }: { context: ImportContext }) => ({ batchId: context.batchId ?? '' });
const keepChecked = [
  { type: 'keepChecked', params: toChecked },
  { type: 'refreshRows', params: toKey },
] as const;

const choose = [
  {
    guard: { type: 'isFile', params: ({ event }: { event: { file: string } }) => event },
    target: '#contactImport.parsing',
    actions: [
      { type: 'discard', params: ({ context }: { context: ImportContext }) => context },
      { type: 'begin', params: ({ event }: { event: { file: string } }) => event },
    ],
  },
  {
    target: '#contactImport.rejected',
    actions: [
      { type: 'discard', params: ({ context }: { context: ImportContext }) => context },
      { type: 'begin', params: ({ event }: { event: { file: string } }) => event },
      'refuseFile',
    ],
  },
] as const;

const close = {
  target: '#contactImport.idle',
  actions: [{ type: 'discard', params: ({ context }: { context: ImportContext }) => context }, 'forget'],
} as const;

const undone = {
  guard: { type: 'isOwnKey', params: ({ event }: { event: { key: string } }) => event },
  target: '#contactImport.idle',
  actions: 'forget',
} as const;

type Mapped = { event: { column: number; field: ImportContextField } };
type ImportContextField = NonNullable<ImportContext['sheet']>['mapping'][number];
const map = [
  {
    guard: { type: 'isMappedComplete', params: ({ event }: Mapped) => event },
    target: '#contactImport.ready.staging',
    actions: { type: 'map', params: ({ event }: Mapped) => event },
  },
  { guard: 'hasSheet', target: '#contactImport.rejected', actions: [{ type: 'map', params: ({ event }: Mapped) => event }, 'refuseFile'] },
] as const;

/** The import machine. */
export const machine = importSetup.createMachine({
  id: 'contactImport',
  context: createContext,
  initial: 'idle',
  states: {
    idle: { on: { 'file.chosen': choose } },
    parsing: {
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context }) => ({ file: context.file }),
        onDone: [
          { guard: { type: 'isComplete', params: toSheet }, target: 'ready', actions: { type: 'keepSheet', params: toSheet } },
          { target: 'rejected', actions: [{ type: 'keepSheet', params: toSheet }, 'refuseFile'] },
        ],
        onError: { target: 'failed', actions: { type: 'fail', params: toNamedError(importMessages.failed) } },
      },
      on: { 'import.closed': close },
    },
    rejected: {
      on: { 'file.chosen': choose, 'column.mapped': map, 'import.closed': close },
    },
    ready: {
      initial: 'staging',
      states: {
        staging: {
          invoke: {
            id: 'stageRows',
            src: 'stageRows',
            input: ({ context }) => ({ key: context.key, file: context.file, mapping: context.sheet?.mapping ?? [], group: context.group }),
            onDone: { target: 'reviewing', actions: keepChecked },
            onError: { target: '#contactImport.failed', actions: { type: 'fail', params: toNamedError(importMessages.failed) } },
          },
          on: {
            'parts.sent': { actions: { type: 'countSent', params: ({ event }) => event } },
            'column.mapped': map.map((one) => ({ ...one, reenter: true })),
            'import.closed': close,
          },
        },
        reviewing: {
          on: {
            'file.chosen': choose,
            'column.mapped': map,
            'group.chosen': { target: 'checking', actions: { type: 'chooseGroup', params: ({ event }) => event } },
            'row.fixed': { target: 'fixing' },
            'rows.excluded': { target: 'leaving' },
            'import.confirmed': { guard: 'hasRowsToSave', target: '#contactImport.saving', actions: 'calm' },
            'import.closed': close,
          },
        },
        checking: {
          invoke: {
            id: 'checkRows',
            src: 'checkRows',
            input: ({ context }) => ({ key: context.key, group: context.group }),
            onDone: { target: 'reviewing', actions: keepChecked },
            onError: { target: 'reviewing', actions: { type: 'fail', params: toError } },
          },
        },
        fixing: {
          invoke: {
            id: 'fixRow',
            src: 'fixRow',
            input: ({ context, event }) => {
              if (event.type !== 'row.fixed') throw new Error('Only a fix leads here');
              return { key: context.key, line: event.line, field: event.field, value: event.value };
            },
            onDone: { target: 'reviewing', actions: keepChecked },
            onError: { target: 'reviewing', actions: { type: 'fail', params: toError } },
          },
        },
        leaving: {
          invoke: {
            id: 'leaveOut',
            src: 'leaveOut',
            input: ({ context, event }) => {
              if (event.type !== 'rows.excluded') throw new Error('Only leaving rows out leads here');
              return { key: context.key, lines: event.lines, isLeftOut: event.isLeftOut };
            },
            onDone: { target: 'reviewing', actions: keepChecked },
            onError: { target: 'reviewing', actions: { type: 'fail', params: toError } },
          },
        },
      },
    },
    saving: {
      initial: 'confirming',
      states: {
        confirming: {
          invoke: {
            id: 'confirmImport',
            src: 'confirmImport',
            input: ({ context }) => ({ key: context.key, count: countSaved(context.checked) }),
            onDone: {
              target: 'running',
              actions: { type: 'keepBatch', params: ({ event }) => event.output },
            },
            onError: { target: '#contactImport.failed', actions: { type: 'fail', params: toNamedError(importMessages.notSaved) } },
          },
        },
        running: {
          initial: 'listening',
          states: {
            listening: { after: { poll: { target: 'reading' } } },
            reading: {
              invoke: {
                id: 'readBatch',
                src: 'readBatch',
                input: toBatchId,
                onDone: [
                  {
                    guard: { type: 'isFinished', params: ({ event }) => event.output },
                    target: '#contactImport.saving.counting',
                  },
                  { target: 'listening' },
                ],
                onError: { target: 'listening' },
              },
            },
          },
          on: {
            'batch.finished': {
              guard: { type: 'isOwnBatch', params: ({ event }) => event },
              target: 'counting',
            },
            'import.undone': undone,
            'import.closed': close,
          },
        },
        counting: {
          invoke: {
            id: 'readImport',
            src: 'readImport',
            input: toKey,
            onDone: { target: '#contactImport.done', actions: keepChecked },
            onError: { target: '#contactImport.done', actions: { type: 'refreshRows', params: toKey } },
          },
          on: { 'import.undone': undone, 'import.closed': close },
        },
      },
    },
    done: { on: { 'file.chosen': choose, 'import.undone': undone, 'import.closed': close } },
    failed: {
      on: {
        'import.retried': [
          { guard: 'isUnanswered', target: 'saving', actions: 'calm' },
          { guard: 'hasChecked', target: 'ready.checking', actions: 'calm' },
          { guard: 'hasSheet', target: 'ready.staging', actions: 'calm' },
          { target: 'parsing', actions: 'calm' },
        ],
        'file.chosen': choose,
        'import.closed': close,
      },
    },
  },
});

/** State of the flow at one moment. */
export type ImportSnapshot = SnapshotFrom<typeof machine>;
