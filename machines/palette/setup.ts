/** The named parts of the palette: its actors (provided by the caller), guards and actions. */
import { assign, fromPromise, setup } from 'xstate';
import { type FlowError, rejectMissingActor } from '../errors.ts';

/** An argument a command asks for; how its values are found and read is the caller's business. */
export interface ArgRef {
  name: string;
  label: string;
  optional: boolean;
}

/** A command as the palette knows it. `unavailable` says why it cannot run now, `unblockedBy` is the command that changes that. */
export interface CommandRef {
  id: string;
  title: string;
  args: readonly ArgRef[];
  needsReview: boolean;
  unavailable: string | null;
  unblockedBy: CommandRef | null;
}

/** An argument that was given: its value for the command, and the words the palette shows for it. A skipped one has no value. */
export interface ChosenArg {
  name: string;
  value: unknown;
  text: string;
}

/** Effects of a command: rows it changes, a few of them by name, and the rows it leaves out, with the reason. */
export interface Review {
  count: number;
  sample: readonly string[];
  skipped: readonly { reason: string; count: number }[];
}

/** Events a user may send. `argument.picked` chooses from a list, `argument.submitted` sends typed text to be read. `step.undone` is back. */
export type UserEvent =
  | { type: 'palette.opened'; query?: string }
  | { type: 'palette.closed' }
  | { type: 'query.typed'; query: string }
  | { type: 'command.chosen'; command: CommandRef; given?: readonly ChosenArg[] }
  | { type: 'unblocker.chosen' }
  | { type: 'argument.typed'; text: string }
  | { type: 'argument.picked'; value: unknown; text: string }
  | { type: 'argument.submitted' }
  | { type: 'argument.skipped' }
  | { type: 'step.undone' }
  | { type: 'review.accepted' }
  | { type: 'run.retried' };

/**
 * `review.outdated`: the rows behind a review changed while it was shown. `block.ended`: a reason that passes without the user has passed; `command` says
 * whether another is left. `person.changed`: somebody else is here, who sees no word of the one before.
 */
export type InternalEvent = { type: 'review.outdated' } | { type: 'block.ended'; command: CommandRef } | { type: 'person.changed' };

/** `query` is kept when the palette closes; `isRecount` tells that a review is shown again since its count had changed. */
export interface PaletteContext {
  query: string;
  text: string;
  command: CommandRef | null;
  given: readonly ChosenArg[];
  review: Review | null;
  isRecount: boolean;
  error: FlowError | null;
}

/** A command with what it was given, ready to run. `count` is what the person saw, null without a review. */
export interface PaletteRun {
  id: string;
  given: readonly ChosenArg[];
  count: number | null;
}

/** The argument asked for now, or undefined when all are given. */
export const getRequestedArg = (context: PaletteContext): ArgRef | undefined =>
  context.command?.args.find((arg) => !context.given.some((given) => given.name === arg.name));

const createSkippedArg = (name: string): ChosenArg => ({ name, value: undefined, text: '' });
const emptyInput = { given: [], review: null, isRecount: false, error: null, text: '' };
const toRun = (context: PaletteContext): PaletteRun => ({ id: context.command?.id ?? '', given: context.given, count: context.review?.count ?? null });

/** Input of the actors that need the command and its arguments. */
export const toRunParams = ({ context }: { context: PaletteContext }): PaletteRun => toRun(context);

/** The setup of the palette machine. */
export const palette = setup({
  types: { context: {} as PaletteContext, events: {} as UserEvent | InternalEvent },
  actors: {
    /** Reads the text of an argument; rejects with the words that tell how to write it. */
    parseArgument: fromPromise<{ value: unknown; text: string }, { id: string; name: string; text: string; given: readonly ChosenArg[] }>(rejectMissingActor),
    /** Counts what a command will do. */
    countRows: fromPromise<Review, PaletteRun>(rejectMissingActor),
    /** Runs the command through the dispatcher; rejects with code `count_changed` when the count shown is no longer right. */
    runCommand: fromPromise<unknown, PaletteRun>(rejectMissingActor),
  },
  guards: {
    isUnavailable: ({ context }) => context.command !== null && context.command.unavailable !== null,
    isMissing: ({ context }) => getRequestedArg(context) !== undefined,
    isReviewed: ({ context }) => context.command?.needsReview === true,
    isOptional: ({ context }) => getRequestedArg(context)?.optional === true,
    hasText: ({ context }) => context.text.trim() !== '',
    hasGiven: ({ context }) => context.given.length > 0,
    hasRows: ({ context }) => (context.review?.count ?? 0) > 0,
    hasUnblocker: ({ context }) => context.command?.unblockedBy != null,
    /** Checks whether a review has to be shown again. A command without a review waits for the person. */
    isReviewOutdated: ({ context }, params: { error: FlowError }) => context.command?.needsReview === true && params.error.code === 'count_changed',
  },
  actions: {
    typeQuery: assign((_, params: { query: string }) => ({ query: params.query })),
    reopen: assign(({ context }, params: { query?: string | undefined }) => ({ ...emptyInput, command: null, query: params.query ?? context.query })),
    choose: assign((_, params: { command: CommandRef; given?: readonly ChosenArg[] | undefined }) => ({
      ...emptyInput,
      command: params.command,
      given: params.given ?? [],
    })),
    recheck: assign((_, params: { command: CommandRef }) => ({ command: params.command })),
    chooseUnblocker: assign(({ context }) => ({ ...emptyInput, command: context.command?.unblockedBy ?? null })),
    typeArgument: assign((_, params: { text: string }) => ({ text: params.text, error: null })),
    give: assign(({ context }, params: { value: unknown; text: string }) => {
      const arg = getRequestedArg(context);
      return { given: arg ? [...context.given, { name: arg.name, ...params }] : context.given, text: '', error: null };
    }),
    skip: assign(({ context }) => {
      const arg = getRequestedArg(context);
      return { given: arg ? [...context.given, createSkippedArg(arg.name)] : context.given, text: '', error: null };
    }),
    /** Takes the last argument back and leaves its words to be edited. */
    takeBack: assign(({ context }) => ({
      given: context.given.slice(0, -1),
      text: context.given.at(-1)?.text ?? '',
      review: null,
      isRecount: false,
      error: null,
    })),
    letGo: assign({ ...emptyInput, command: null }),
    keepReview: assign((_, params: { review: Review }) => ({ review: params.review, error: null })),
    recount: assign({ isRecount: true, review: null, error: null }),
    fail: assign((_, params: { error: FlowError }) => ({ error: params.error })),
    calm: assign({ error: null }),
    finish: assign({ ...emptyInput, command: null, query: '' }),
    /** Provided by the caller: remembers where the focus was, and gives it back. */
    rememberFocus: () => {},
    giveFocusBack: () => {},
    /** Provided by the caller: the command was used (ranking, command log). */
    recordUse: (_, _params: PaletteRun) => {},
  },
});
