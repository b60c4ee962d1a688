/**
 * Review mode: the calls of a search one after the other. Each is judged by one key or skipped; further pages are fetched as they come near; at the
 * end everything that was judged can be taken back as one. One actor for a run.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import type { callOutcomes } from '#contract/calls/enums.ts';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createReasonLookup, isInside, isOutside, listTypes, type Reasons } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'reviewRun';

export type Outcome = (typeof callOutcomes)[number];
/** A call as a run needs it: what it led to, before the run. */
export interface ReviewCall {
  id: number;
  outcome: Outcome | null;
}
export interface Verdict {
  id: number;
  before: Outcome | null;
  outcome: Outcome;
}
/** A page of the search; `cursor` is null at its end. */
export interface ReviewPage {
  calls: readonly ReviewCall[];
  cursor: string | null;
}

/** Events a user may send; `line` is the search as it is written. */
export type UserEvent =
  | { type: 'run.started'; line: string }
  | { type: 'outcome.given'; outcome: Outcome }
  | { type: 'call.skipped' }
  | { type: 'call.returned' }
  | { type: 'run.finished' }
  | { type: 'run.retried' }
  | { type: 'run.undone' }
  | { type: 'run.closed' };

/** Told by the app: an outcome of the run was undone, and the call has what it had just before. */
export interface UndoneEvent {
  type: 'outcome.undone';
  id: number;
  was: Outcome | null;
}

export interface ReviewContext {
  line: string;
  /** The call that is open, and those after it, as far as fetched. */
  queue: readonly ReviewCall[];
  /** The calls just before, the latest last. */
  past: readonly ReviewCall[];
  cursor: string | null;
  verdicts: readonly Verdict[];
  skipped: readonly number[];
  /** Outcome that is being saved. */
  given: Outcome | null;
  isUndone: boolean;
  error: FlowError | null;
}

/** So many calls one can go back. */
export const maxStepsBack = 3;

const emptyRun = { queue: [], past: [], cursor: null, verdicts: [], skipped: [], given: null, isUndone: false, error: null } as const;

/** The call that is open; null when there is none. */
export const getOpenCall = ({ queue }: Pick<ReviewContext, 'queue'>): ReviewCall | null => queue[0] ?? null;

/** One call further. */
const advanceQueue = ({ queue, past }: ReviewContext) => ({ queue: queue.slice(1), past: [...past, ...queue.slice(0, 1)].slice(-maxStepsBack) });

/** The verdicts with one more; of a call judged twice, what it was before the run is kept. */
function addVerdict({ verdicts, queue, given }: ReviewContext): readonly Verdict[] {
  const call = getOpenCall({ queue });
  if (!call || given === null) return verdicts;
  const known = verdicts.find(({ id }) => id === call.id);
  return [...verdicts.filter(({ id }) => id !== call.id), { id: call.id, before: known ? known.before : call.outcome, outcome: given }];
}

/** The verdicts after an outcome was undone: a call that has the outcome from before the run counts as not judged. */
const dropVerdict = (verdicts: readonly Verdict[], { id, was }: UndoneEvent): readonly Verdict[] =>
  verdicts.flatMap((verdict) => (verdict.id !== id ? [verdict] : was === null || was === verdict.before ? [] : [{ ...verdict, outcome: was }]));

/** The review machine. */
export const machine = setup({
  types: { context: {} as ReviewContext, events: {} as UserEvent | UndoneEvent },
  actors: {
    /** GET /calls/search, a page of it. */
    fetchCalls: fromPromise<ReviewPage, { line: string; cursor: string | null }>(rejectMissingActor),
    /** PATCH /calls/{id}. */
    saveOutcome: fromPromise<unknown, { id: number; outcome: Outcome }>(rejectMissingActor),
    /** PUT /calls/outcomes: all of them in one transaction. */
    undoOutcomes: fromPromise<unknown, { verdicts: readonly Verdict[] }>(rejectMissingActor),
  },
  guards: {
    hasNext: ({ context }) => context.queue.length > 0,
    hasMore: ({ context }) => context.cursor !== null,
    isFirst: ({ context }) => context.past.length === 0,
    nothingJudged: ({ context }) => context.verdicts.length === 0,
  },
  actions: {
    begin: assign((_, params: { line: string }) => ({ ...emptyRun, line: params.line })),
    append: assign(({ context }, page: ReviewPage) => ({ queue: [...context.queue, ...page.calls], cursor: page.cursor, error: null })),
    give: assign((_, params: { outcome: Outcome }) => ({ given: params.outcome, error: null })),
    record: assign(({ context }) => ({
      verdicts: addVerdict(context),
      skipped: context.skipped.filter((id) => id !== getOpenCall(context)?.id),
      given: null,
      ...advanceQueue(context),
    })),
    skip: assign(({ context }) => {
      const call = getOpenCall(context);
      return { skipped: call && !context.skipped.includes(call.id) ? [...context.skipped, call.id] : context.skipped, ...advanceQueue(context), error: null };
    }),
    goBack: assign(({ context }) => ({ queue: [...context.past.slice(-1), ...context.queue], past: context.past.slice(0, -1), error: null })),
    dropVerdict: assign(({ context: { verdicts } }, event: UndoneEvent) => ({ verdicts: dropVerdict(verdicts, event) })),
    forget: assign({ verdicts: [], isUndone: true, error: null }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error, given: null })),
    /** Provided by the caller: opens the call. */
    showCall: (_, _params: { id: number | null }) => {},
  },
}).createMachine({
  id: flowId,
  context: { line: '', ...emptyRun },
  initial: 'idle',
  on: { 'outcome.undone': { actions: { type: 'dropVerdict', params: ({ event }) => event } } },
  states: {
    idle: { on: { 'run.started': { target: 'fetching', actions: { type: 'begin', params: ({ event }) => event } } } },
    fetching: {
      invoke: {
        id: 'fetchCalls',
        src: 'fetchCalls',
        input: ({ context }) => ({ line: context.line, cursor: context.cursor }),
        onDone: { target: 'advancing', actions: { type: 'append', params: ({ event }) => event.output } },
        onError: { target: 'broken', actions: { type: 'fail', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
    /** To the next call, the next page, or the end. */
    advancing: { always: [{ guard: 'hasNext', target: 'deciding' }, { guard: 'hasMore', target: 'fetching' }, { target: 'summary' }] },
    deciding: {
      entry: { type: 'showCall', params: ({ context }) => ({ id: getOpenCall(context)?.id ?? null }) },
      on: {
        'outcome.given': { target: 'saving', actions: { type: 'give', params: ({ event }) => event } },
        'call.skipped': { target: 'advancing', actions: 'skip' },
        'call.returned': [{ guard: 'isFirst' }, { target: 'deciding', reenter: true, actions: 'goBack' }],
        'run.finished': { target: 'summary' },
      },
    },
    saving: {
      invoke: {
        id: 'saveOutcome',
        src: 'saveOutcome',
        input: ({ context }) => ({ id: getOpenCall(context)?.id ?? 0, outcome: context.given ?? 'unknown' }),
        onDone: { target: 'advancing', actions: 'record' },
        onError: { target: 'deciding', actions: { type: 'fail', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
    broken: {
      on: { 'run.retried': { target: 'fetching' }, 'run.finished': { target: 'summary' }, 'run.closed': { target: 'idle' } },
    },
    summary: {
      on: {
        'run.started': { target: 'fetching', actions: { type: 'begin', params: ({ event }) => event } },
        'run.undone': [{ guard: 'nothingJudged' }, { target: 'undoing' }],
        'run.closed': { target: 'idle' },
      },
    },
    undoing: {
      invoke: {
        id: 'undoOutcomes',
        src: 'undoOutcomes',
        input: ({ context }) => ({ verdicts: context.verdicts }),
        onDone: { target: 'summary', actions: 'forget' },
        onError: { target: 'summary', actions: { type: 'fail', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
  },
});

/** State of a run at one moment. */
export type ReviewSnapshot = SnapshotFrom<typeof machine>;

const notDecidingReasons = [
  [isInside('idle'), 'Start a review first'],
  [isInside('summary'), 'Review finished. Start a new one.'],
  [isInside('broken'), 'Couldn’t load more calls. Try again.'],
  [isOutside('deciding'), 'Saving the previous call…'],
] as const;

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<ReviewSnapshot, UserEvent> = {
  'run.started': [[isOutside('idle', 'summary'), 'Finish the current review first']],
  'outcome.given': notDecidingReasons,
  'call.skipped': notDecidingReasons,
  'call.returned': [...notDecidingReasons, [({ context }) => context.past.length === 0, 'This is the first call']],
  'run.finished': [[isOutside('deciding', 'broken'), 'No review in progress']],
  'run.retried': [[isOutside('broken'), 'Nothing to retry']],
  'run.undone': [
    [isOutside('summary'), 'Finish the review before undoing it'],
    [({ context }) => context.isUndone, 'Already undone'],
    [({ context }) => context.verdicts.length === 0, 'No outcomes set in this review'],
  ],
  'run.closed': [[isOutside('summary', 'broken'), 'Finish the review first']],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
