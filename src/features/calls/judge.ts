/** An outcome that is given in a review, and its undo: the call has what it had before, and is open again where it was the last. */
import { waitFor } from 'xstate';
import { outcomeTitles } from '#commands/calls/titles.ts';
import type { CallServices } from '#commands/calls/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import { getOpenCall } from '#machines/reviewRun/index.ts';
import { isIn } from '#machines/state.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { findRun, restoreOutcomes, type Step } from './review.ts';

/** Returns the service that judges the call of the review. */
export function createJudgeService(app: App): CallServices['judge'] {
  return async (outcome): Promise<ChangeResult> => {
    const companyId = getCompanyId(app);
    const run = findRun(app);
    const open = run && getOpenCall(run.actor.getSnapshot().context);
    if (!run || !open) throw new Error('Start a review first');
    const { actor, steps } = run;
    const settle = () => waitFor(actor, (snapshot) => !isIn(snapshot, 'fetching', 'saving', 'undoing'));
    const known = actor.getSnapshot().context.verdicts.find(({ id }) => id === open.id);
    const step: Step = { id: open.id, before: known ? known.outcome : open.outcome };
    actor.send({ type: 'outcome.given', outcome });
    const { context } = await waitFor(actor, (snapshot) => !isIn(snapshot, 'saving'));
    if (context.error !== null) return { changed: false };
    steps.add(step);
    const undo = async () => {
      await settle();
      await restoreOutcomes(app, companyId, [step]);
      steps.delete(step);
      const { context: now } = await settle();
      actor.send({ type: 'outcome.undone', id: step.id, was: step.before });
      // A key beside the right one: the call is open again.
      if (now.past.at(-1)?.id === step.id) actor.send({ type: 'call.returned' });
    };
    const words = outcomeTitles[outcome];
    return { spoken: `Outcome: ${words}`, undo: { title: `Outcome ${words}`, isOver: () => !steps.has(step), run: undo } };
  };
}
