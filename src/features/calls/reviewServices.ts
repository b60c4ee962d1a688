/** A review as commands reach it: outcomes that are given, the end, and how each is undone, also once the review was closed. */
import { waitFor } from 'xstate';
import { outcomeTitles } from '#commands/calls/titles.ts';
import type { CallServices } from '#commands/calls/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import { getOpenCall, getReason } from '#machines/reviewRun/index.ts';
import { isIn } from '#machines/state.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { findRun, type Run, restoreOutcomes, type Step } from './review.ts';

/** Waits until the review works at nothing. */
const settle = ({ actor }: Run) => waitFor(actor, (snapshot) => !isIn(snapshot, 'fetching', 'saving', 'undoing'));

function getRun(app: App): Run {
  const run = findRun(app);
  if (!run) throw new Error('Start a review first');
  return run;
}

/** Gives a call what it had before; it is open again where it was the last. */
async function undoStep(app: App, companyId: number, run: Run, step: Step): Promise<void> {
  await settle(run);
  await restoreOutcomes(app, companyId, [step]);
  run.steps.delete(step);
  const { context } = await settle(run);
  run.actor.send({ type: 'outcome.undone', id: step.id, was: step.before });
  // A key beside the right one: the call is open again.
  if (context.past.at(-1)?.id === step.id) run.actor.send({ type: 'call.returned' });
}

/** Takes back every outcome of a review: through it while its summary is there, else on the calls alone. */
async function undoRun(app: App, companyId: number, run: Run, verdicts: readonly Step[]): Promise<void> {
  const settled = await settle(run);
  if (settled.context.verdicts !== verdicts || getReason(settled, { type: 'run.undone' }) !== null) {
    await restoreOutcomes(app, companyId, verdicts);
    for (const step of run.steps) if (verdicts.some(({ id }) => id === step.id)) run.steps.delete(step);
    return;
  }
  run.actor.send({ type: 'run.undone' });
  const { context } = await settle(run);
  if (context.error !== null) throw new Error(context.error.message);
}

/** Returns the services of the review that is running. */
export function createReviewServices(app: App): Pick<CallServices, 'judge' | 'finishReview'> {
  return {
    judge: async (outcome): Promise<ChangeResult> => {
      const companyId = getCompanyId(app);
      const run = getRun(app);
      const before = run.actor.getSnapshot().context;
      const open = getOpenCall(before);
      if (!open) throw new Error('Start a review first');
      const known = before.verdicts.find(({ id }) => id === open.id);
      const step: Step = { id: open.id, before: known ? known.outcome : open.outcome };
      run.actor.send({ type: 'outcome.given', outcome });
      const { context } = await waitFor(run.actor, (snapshot) => !isIn(snapshot, 'saving'));
      // The review says itself why it was refused.
      if (context.error !== null) return { changed: false };
      run.steps.add(step);
      const words = outcomeTitles[outcome];
      const undo = { title: `Outcome ${words}`, isOver: () => !run.steps.has(step), run: () => undoStep(app, companyId, run, step) };
      return { spoken: `Outcome: ${words}`, undo };
    },
    finishReview: async () => {
      const companyId = getCompanyId(app);
      const run = getRun(app);
      run.actor.send({ type: 'run.finished' });
      const { verdicts } = run.actor.getSnapshot().context;
      if (verdicts.length === 0) return { message: 'Review finished' };
      const isOver = () => ![...run.steps].some((step) => verdicts.some(({ id }) => id === step.id));
      return { message: 'Review finished', undo: { title: 'Review', isOver, run: () => undoRun(app, companyId, run, verdicts) } };
    },
  };
}
