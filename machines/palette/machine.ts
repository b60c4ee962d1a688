/**
 * The palette (DESIGN.md section 5): choose a command, give its arguments one after another, look at what it will do, run it. It closes and
 * gives the focus back before the command runs, and opens again with the reason when the command fails. One actor for the whole app.
 */
import type { SnapshotFrom } from 'xstate';
import { toFlowError } from '../errors.ts';
import { getRequestedArg, palette, toRunParams } from './setup.ts';

const toError = ({ event }: { event: { error: unknown } }) => ({ error: toFlowError(event.error) });

/** The palette machine. */
export const machine = palette.createMachine({
  id: 'palette',
  context: { query: '', text: '', command: null, given: [], review: null, isRecount: false, error: null },
  initial: 'closed',
  on: { 'person.changed': { target: '.closed', actions: 'finish' } },
  states: {
    closed: {
      on: {
        'palette.opened': { target: 'open', actions: ['rememberFocus', { type: 'reopen', params: ({ event }) => event }] },
        'command.chosen': { target: 'open.deciding', actions: ['rememberFocus', { type: 'choose', params: ({ event }) => event }] },
      },
    },
    open: {
      initial: 'choosing',
      on: { 'palette.closed': { target: 'closed', actions: ['letGo', 'giveFocusBack'] } },
      states: {
        choosing: {
          on: {
            'query.typed': { actions: { type: 'typeQuery', params: ({ event }) => event } },
            'command.chosen': { target: 'deciding', actions: { type: 'choose', params: ({ event }) => event } },
          },
        },
        deciding: {
          always: [
            { guard: 'isUnavailable', target: 'blocked' },
            { guard: 'isMissing', target: 'asking' },
            { guard: 'isReviewed', target: 'counting' },
            { target: '#palette.running' },
          ],
        },
        blocked: {
          on: {
            'unblocker.chosen': { guard: 'hasUnblocker', target: 'deciding', actions: 'chooseUnblocker' },
            'block.ended': { target: 'deciding', actions: { type: 'recheck', params: ({ event }) => event } },
            'step.undone': { target: 'choosing', actions: 'letGo' },
          },
        },
        asking: {
          on: {
            'argument.typed': { actions: { type: 'typeArgument', params: ({ event }) => event } },
            'argument.picked': { target: 'deciding', actions: { type: 'give', params: ({ event }) => ({ value: event.value, text: event.text }) } },
            'argument.submitted': { guard: 'hasText', target: 'parsing' },
            'argument.skipped': { guard: 'isOptional', target: 'deciding', actions: 'skip' },
            'step.undone': [
              { guard: 'hasGiven', target: 'asking', actions: 'takeBack' },
              { target: 'choosing', actions: 'letGo' },
            ],
          },
        },
        parsing: {
          invoke: {
            id: 'parseArgument',
            src: 'parseArgument',
            input: ({ context }) => ({ ...toRunParams({ context }), name: getRequestedArg(context)?.name ?? '', text: context.text }),
            onDone: { target: 'deciding', actions: { type: 'give', params: ({ event }) => event.output } },
            onError: { target: 'asking', actions: { type: 'fail', params: toError } },
          },
          on: { 'argument.typed': { target: 'asking', actions: { type: 'typeArgument', params: ({ event }) => event } } },
        },
        counting: {
          invoke: {
            id: 'countRows',
            src: 'countRows',
            input: toRunParams,
            onDone: { target: 'reviewing', actions: { type: 'keepReview', params: ({ event }) => ({ review: event.output }) } },
            onError: { target: 'failed', actions: { type: 'fail', params: toError } },
          },
        },
        reviewing: {
          on: {
            'review.accepted': { guard: 'hasRows', target: '#palette.running' },
            'review.outdated': { target: 'counting', actions: 'recount' },
            'step.undone': [
              { guard: 'hasGiven', target: 'asking', actions: 'takeBack' },
              { target: 'choosing', actions: 'letGo' },
            ],
          },
        },
        failed: {
          on: {
            'run.retried': { target: 'deciding', actions: 'calm' },
            'step.undone': [
              { guard: 'hasGiven', target: 'asking', actions: 'takeBack' },
              { target: 'choosing', actions: 'letGo' },
            ],
          },
        },
      },
    },
    running: {
      entry: 'giveFocusBack',
      invoke: {
        id: 'runCommand',
        src: 'runCommand',
        input: toRunParams,
        onDone: { target: 'closed', actions: [{ type: 'recordUse', params: toRunParams }, 'finish'] },
        onError: [
          { guard: { type: 'isReviewOutdated', params: toError }, target: 'open.counting', actions: ['rememberFocus', 'recount'] },
          { target: 'open.failed', actions: ['rememberFocus', { type: 'fail', params: toError }] },
        ],
      },
      on: {
        'palette.opened': { target: 'open', actions: ['rememberFocus', { type: 'reopen', params: ({ event }) => event }] },
        'command.chosen': { target: 'open.deciding', actions: ['rememberFocus', { type: 'choose', params: ({ event }) => event }] },
      },
    },
  },
});

/** State of the palette at one moment. */
export type PaletteSnapshot = SnapshotFrom<typeof machine>;

/** The letters that narrow what is looked for (DESIGN.md section 5). */
export const prefixes = { '>': 'commands', '@': 'people', '#': 'numbers', '/': 'panes', '!': 'companies' } as const;
/** Scope of a query: everything, or the kind its prefix names. */
export type QueryScope = (typeof prefixes)[keyof typeof prefixes] | 'everything';

const isPrefix = (letter: string): letter is keyof typeof prefixes => Object.hasOwn(prefixes, letter);

/** Parts a query into what it looks through and the words. */
export const splitQuery = (query: string): { scope: QueryScope; words: string } => {
  const letter = query.charAt(0);
  return isPrefix(letter) ? { scope: prefixes[letter], words: query.slice(1).trim() } : { scope: 'everything', words: query.trim() };
};
