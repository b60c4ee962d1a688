/**
 * A greeting that is made or changed (FLOW-179 to FLOW-181): words and a voice, or a file; heard before it is saved; saved with what was typed kept
 * when that is refused. One actor for the form that is open.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { toKept } from '../drafts.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createCheck, createReasonLookup, isInside, listTypes, type Reasons } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'greetingEdit';

/** Content of the form. `id` null: a new greeting; `file` is the name of the chosen one. */
export interface GreetingDraft {
  id: number | null;
  name: string;
  content: string;
  voice: string;
  file: string | null;
}

/** Events a user may send. `kept`: what was typed when the form was left. */
export type UserEvent =
  | { type: 'greeting.opened'; draft: GreetingDraft; kept?: GreetingDraft | undefined }
  | { type: 'name.typed'; name: string }
  | { type: 'content.typed'; content: string }
  | { type: 'voice.chosen'; voice: string }
  | { type: 'file.chosen'; file: string }
  | { type: 'file.dropped' }
  | { type: 'preview.requested' }
  | { type: 'greeting.submitted' }
  | { type: 'greeting.closed' }
  | { type: 'greeting.discarded' };

export interface GreetingContext {
  /** The form as it was opened. */
  before: GreetingDraft;
  draft: GreetingDraft;
  error: FlowError | null;
}

const blankDraft: GreetingDraft = { id: null, name: '', content: '', voice: '', file: null };
const isBlank = (text: string) => text.trim() === '';

type DraftContext = Pick<GreetingContext, 'draft'>;

/** The draft can be heard before it is saved. */
const previewCheck = createCheck<DraftContext>([
  [({ draft }) => draft.file !== null, 'Save first; uploaded files play in the list'],
  [({ draft }) => isBlank(draft.content), 'Enter the text first'],
  [({ draft }) => draft.voice === '', 'Choose a voice first'],
]);
/** The draft can be saved. */
const saveCheck = createCheck<DraftContext>([
  [({ draft }) => isBlank(draft.name), 'Give it a name first'],
  [({ draft }) => draft.file !== null || (draft.id !== null && isBlank(draft.content)), null],
  [({ draft }) => isBlank(draft.content), 'Enter text or upload a file'],
  [({ draft }) => draft.voice === '', 'Choose a voice first'],
]);

const keep = { type: 'keep', params: toKept } as const;

/** The greeting machine. */
export const machine = setup({
  types: { context: {} as GreetingContext, events: {} as UserEvent },
  actors: {
    /** POST /greetings/speak; resolves when the sound begins. */
    speak: fromPromise<unknown, { content: string; voice: string }>(rejectMissingActor),
    /** POST /greetings, or POST /greetings/{id} with the method override. */
    save: fromPromise<unknown, { draft: GreetingDraft }>(rejectMissingActor),
  },
  guards: {
    cannotBeHeard: previewCheck.fails,
    cannotBeSaved: saveCheck.fails,
  },
  actions: {
    open: assign((_, { draft, kept }: { draft: GreetingDraft; kept?: GreetingDraft | undefined }) => ({ before: draft, draft: kept ?? draft, error: null })),
    forget: assign({ before: blankDraft, draft: blankDraft, error: null }),
    change: assign(({ context }, params: Partial<GreetingDraft>) => ({ draft: { ...context.draft, ...params }, error: null })),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    /** Provided by the caller: keeps what was typed until the greeting is opened again. */
    keep: (_, _params: { draft: GreetingDraft | null }) => {},
    /** Provided by the caller: says that it is saved (MSG-040, MSG-041). */
    tellSaved: (_, _params: { id: number | null }) => {},
  },
}).createMachine({
  id: flowId,
  context: { before: blankDraft, draft: blankDraft, error: null },
  initial: 'closed',
  states: {
    closed: { on: { 'greeting.opened': { target: 'editing', actions: { type: 'open', params: ({ event }) => event } } } },
    editing: {
      on: {
        'name.typed': { actions: { type: 'change', params: ({ event: { name } }) => ({ name }) } },
        'content.typed': { actions: { type: 'change', params: ({ event: { content } }) => ({ content, file: null }) } },
        'voice.chosen': { actions: { type: 'change', params: ({ event: { voice } }) => ({ voice }) } },
        'file.chosen': { actions: { type: 'change', params: ({ event: { file } }) => ({ file, content: '' }) } },
        'file.dropped': { actions: { type: 'change', params: () => ({ file: null }) } },
        'preview.requested': [{ guard: 'cannotBeHeard' }, { target: 'speaking', actions: 'calm' }],
        'greeting.submitted': [{ guard: 'cannotBeSaved' }, { target: 'saving', actions: 'calm' }],
        'greeting.opened': { actions: [keep, { type: 'open', params: ({ event }) => event }] },
        'greeting.closed': { target: 'closed', actions: [keep, 'forget'] },
        'greeting.discarded': { target: 'closed', actions: 'forget' },
      },
    },
    speaking: {
      invoke: {
        id: 'speak',
        src: 'speak',
        input: ({ context: { draft } }) => ({ content: draft.content, voice: draft.voice }),
        onDone: { target: 'editing' },
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ draft: context.draft }),
        onDone: { target: 'closed', actions: [{ type: 'tellSaved', params: ({ context }) => ({ id: context.draft.id }) }, 'forget'] },
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
  },
});

/** State of the form at one moment. */
export type GreetingSnapshot = SnapshotFrom<typeof machine>;

const busyReasons = [
  [isInside('speaking'), 'Generating audio…'],
  [isInside('saving'), 'Saving…'],
] as const;
const notOpenReasons = [[isInside('closed'), 'Open a greeting first'], ...busyReasons] as const;

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<GreetingSnapshot, UserEvent> = {
  'greeting.opened': busyReasons,
  'name.typed': notOpenReasons,
  'content.typed': notOpenReasons,
  'voice.chosen': notOpenReasons,
  'file.chosen': notOpenReasons,
  'file.dropped': notOpenReasons,
  'preview.requested': [...notOpenReasons, ...previewCheck.reasons],
  'greeting.submitted': [...notOpenReasons, ...saveCheck.reasons],
  'greeting.closed': notOpenReasons,
  'greeting.discarded': notOpenReasons,
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
