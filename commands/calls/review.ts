/** Review mode: the calls of a search one after the other, one key per outcome. */
import { callOutcomes } from '#contract/calls/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { loadReaders } from '../core/readers.ts';
import { getRows } from '../core/rows.ts';
import type { FlowEvents } from '../core/types.ts';
import { outcomeTitles } from './titles.ts';

/** Refusal for a review of the cursor's row or of selected rows: a review always covers the whole search. */
const wholeSearch = 'A review covers all calls matching the search. Clear the selection first.';

const reviewBase = { group: 'Calls', permission: 'calls.qualify' } as const;

const runningBase = { ...reviewBase, scopes: ['review', 'call', 'calls'] } as const;

type ReviewStep = Extract<FlowEvents['reviewRun'], { type: 'call.skipped' | 'call.returned' | 'run.retried' | 'run.closed' }>;

const createReviewCommand = (id: string, title: string, icon: string, keywords: readonly string[], type: ReviewStep['type']): Command =>
  flowCommand({ ...runningBase, id: `review.${id}`, title, icon, keywords: ['review', ...keywords] }, 'reviewRun', { type });

/** Commands of a review. */
export const reviewCommands: readonly Command[] = [
  command({
    ...reviewBase,
    scopes: ['calls', 'call'],
    id: 'review.start',
    title: 'Review calls',
    keywords: ['these calls', 'one by one', 'judge', 'run', 'listen', 'score'],
    icon: 'list-checks',
    quiet: true,
    available: (context) =>
      getRows(context, 'call')?.mode === 'rows'
        ? { reason: wholeSearch, unblock: { commandId: 'list.selectNone' } }
        : checkEvent(context, 'reviewRun', 'run.started'),
    detail: () => 'all that match the search',
    run: async ({ services }) => {
      const { formatCallQuery } = await loadReaders();
      services.flows.send('reviewRun', { type: 'run.started', line: formatCallQuery(await services.calls.shown()) });
    },
  }),
  command({
    ...runningBase,
    id: 'review.judge',
    title: 'Review: Set outcome',
    keywords: ['outcome', 'judge', 'next call', 'led'],
    icon: 'flag',
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'reviewRun', 'outcome.given'),
    args: {
      outcome: arg.list({
        label: 'Outcome',
        options: () => callOutcomes.map((value, at) => ({ value, id: value, title: outcomeTitles[value], detail: String(at + 1) })),
      }),
    },
    run: async ({ args, services }) => services.calls.judge(args.outcome),
  }),
  createReviewCommand('skip', 'Review: Skip call', 'arrow-right', ['next', 'pass'], 'call.skipped'),
  createReviewCommand('return', 'Review: Previous call', 'arrow-left', ['previous', 'back'], 'call.returned'),
  command({
    ...runningBase,
    id: 'review.finish',
    title: 'Review: Finish',
    keywords: ['end', 'stop', 'done'],
    icon: 'check',
    available: (context) => checkEvent(context, 'reviewRun', 'run.finished'),
    run: async ({ services }) => services.calls.finishReview(),
  }),
  createReviewCommand('retry', 'Review: Retry loading calls', 'refresh', ['try again', 'fetch'], 'run.retried'),
  command({
    ...runningBase,
    id: 'review.undo',
    title: 'Review: Undo all',
    keywords: ['undo', 'revert', 'take', 'back'],
    icon: 'undo',
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'reviewRun', 'run.undone'),
    run: async ({ services }) => services.flows.send('reviewRun', { type: 'run.undone' }),
  }),
  createReviewCommand('close', 'Review: Close summary', 'x', ['leave'], 'run.closed'),
];
