/** Over the call that is reviewed: how far the run is, the key of each outcome; at its end the summary. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { outcomeTitles } from '#commands/calls/titles.ts';
import { callOutcomes } from '#contract/calls/enums.ts';
import { findMissingName, parseCallQuery } from '#contract/text/callQuery.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { useCallContext } from '../../shared/callContext.ts';
import { createCallQuery } from '../../shared/people.ts';
import { Button, ProgressBar } from '../../ui/index.ts';
import css from './Calls.module.css';
import { createCallCountQuery } from './data.ts';
import type { Review } from './review.ts';

export function ReviewBar({ review, companyId }: { readonly review: Review; readonly companyId: number }) {
  const { state, snapshot } = review;
  if (state === 'idle') return null;
  const over = state === 'summary' || state === 'undoing';
  return (
    <section className={css.review} data-flow="reviewRun" data-state={state} aria-label="Review">
      {over ? <Summary review={review} /> : <Running review={review} companyId={companyId} />}
      {snapshot.context.error && (
        <p className={css.wrong} role="alert">
          {snapshot.context.error.message}
        </p>
      )}
    </section>
  );
}

function Running({ review, companyId }: { readonly review: Review; readonly companyId: number }) {
  const app = useApp();
  const commands = useCommands();
  const { line, verdicts, skipped, past } = review.snapshot.context;
  const read = parseCallQuery(line);
  const query = read.ok ? read.value : {};
  const { context: world, isKnown } = useCallContext(companyId);
  const { data } = useQuery({ ...createCallCountQuery(app, companyId, query, world), enabled: isKnown && findMissingName(query, world) === null });
  const next = review.snapshot.context.queue[1]?.id;
  // The next call stands ready when this one is judged.
  useEffect(() => {
    if (next !== undefined) void app.queries.prefetchQuery(createCallQuery(app, companyId, next));
  }, [app, companyId, next]);
  const done = verdicts.length + skipped.length;
  const of = data ? `${data.total.toLocaleString('en-US')}${data.isAtLeast ? ' or more' : ''}` : '…';
  return (
    <>
      <p className={css.told}>
        <strong>Review</strong>
        <span>
          {(done + 1).toLocaleString('en-US')} of {of}
          {skipped.length > 0 ? ` · ${skipped.length} skipped` : ''}
        </span>
        {data && data.total > 0 && !data.isAtLeast && <ProgressBar value={done / data.total} label="Calls reviewed" />}
      </p>
      {review.state === 'broken' ? (
        <Button look="quiet" onClick={() => commands.run('review.retry')}>
          Try again
        </Button>
      ) : (
        <div className={css.outcomes}>
          {callOutcomes.map((outcome, at) => (
            <Button key={outcome} look="quiet" keys={String(at + 1)} onClick={() => commands.run('review.judge', { outcome })}>
              {outcomeTitles[outcome]}
            </Button>
          ))}
          <Button look="quiet" keys={commands.keys('review.skip')} onClick={() => commands.run('review.skip')}>
            Skip
          </Button>
          {past.length > 0 && (
            <Button look="quiet" keys={commands.keys('review.return')} onClick={() => commands.run('review.return')}>
              Back
            </Button>
          )}
          <Button look="quiet" onClick={() => commands.run('review.finish')}>
            Finish
          </Button>
        </div>
      )}
    </>
  );
}

function Summary({ review }: { readonly review: Review }) {
  const commands = useCommands();
  const { verdicts, skipped, isUndone } = review.snapshot.context;
  const counts = callOutcomes.flatMap((outcome) => {
    const count = verdicts.filter((verdict) => verdict.outcome === outcome).length;
    return count === 0 ? [] : [`${outcomeTitles[outcome]} ${count.toLocaleString('en-US')}`];
  });
  const summary = isUndone
    ? 'Review undone.'
    : [
        `${verdicts.length.toLocaleString('en-US')} reviewed`,
        ...counts,
        ...(skipped.length > 0 ? [`${skipped.length.toLocaleString('en-US')} skipped`] : []),
      ].join(' · ');
  return (
    <>
      <p className={css.told} role="status">
        <strong>Review finished</strong>
        <span>{summary}</span>
      </p>
      <div className={css.outcomes}>
        {verdicts.length > 0 && (
          <Button look="quiet" onClick={() => commands.run('review.undo')}>
            Undo all
          </Button>
        )}
        <Button look="quiet" onClick={() => commands.run('review.close')}>
          Close
        </Button>
      </div>
    </>
  );
}
