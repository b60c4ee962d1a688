/** The review under the cursor of the list beside, whole. */
import { useSyncExternalStore } from 'react';
import { isStaff } from '#commands/auth/impersonation.ts';
import type { ReviewState, StaffReview } from '#contract/catalog/entities.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { listPanes, PaneBody, PaneHeader, type PaneProps, usePaneStates, useRegisterPane, useWorkspace } from '../../panes/index.ts';
import { Button, Chip, EmptyState, RelativeTime } from '../../ui/index.ts';
import css from './CatalogReviews.module.css';
import { Rating } from './Rating.tsx';

/** The review that the cursor of the list is on; null where there is none. */
function useReview(): StaffReview | null {
  const workspace = useWorkspace();
  const paneStates = usePaneStates();
  return useSyncExternalStore(paneStates.subscribe, () => {
    const list = listPanes(workspace.get().layout.root).find(({ view }) => view.kind === 'catalogReviews');
    const shown = list && paneStates.get(list.id)?.rows;
    return shown?.kind === 'catalogReview' ? (shown.rows[0] ?? null) : null;
  });
}

export function CatalogReviewPane({ paneId }: PaneProps) {
  const asStaff = useAppState(isStaff);
  const review = useReview();
  useRegisterPane(paneId, () => ({
    scopes: asStaff ? ['catalogReviews'] : [],
    rows: review && { kind: 'catalogReview', rows: [review], mode: 'cursor', count: 1, filter: undefined },
    subject: review?.author ?? null,
  }));
  return (
    <>
      <PaneHeader title="Review" />
      <PaneBody>{asStaff && (review ? <Whole review={review} /> : <EmptyState icon="star">Select a review to read it.</EmptyState>)}</PaneBody>
    </>
  );
}

const tones: Readonly<Record<ReviewState, 'amber' | 'green' | 'red'>> = { pending: 'amber', published: 'green', rejected: 'red' };

function Act({ look, title, command }: { readonly look?: 'primary'; readonly title: string; readonly command: string }) {
  const commands = useCommands();
  return (
    <Button {...(look ? { look } : {})} keys={commands.keys(command)} onClick={() => commands.run(command)}>
      {title}
    </Button>
  );
}

function Whole({ review }: { readonly review: StaffReview }) {
  const { author, rating, text, state, createdAt, decidedAt, decidedBy } = review;
  return (
    <article className={css.review} aria-label={`Review of ${author}`}>
      <header className={css.head}>
        <Rating rating={rating} />
        <strong>{author}</strong>
        <Chip small tone={tones[state]}>
          {capitalize(state)}
        </Chip>
        <span className={css.time}>
          <RelativeTime at={createdAt} />
        </span>
      </header>
      <blockquote className={css.text}>{text}</blockquote>
      {decidedAt !== null && (
        <p className={css.decided}>
          {capitalize(state)} {decidedBy === null ? '' : `by ${decidedBy} `}·
          <RelativeTime at={decidedAt} />
        </p>
      )}
      <div className={css.actions}>
        {state !== 'published' && <Act look="primary" title="Publish" command="catalogReviews.publish" />}
        {state !== 'rejected' && <Act title="Reject" command="catalogReviews.reject" />}
      </div>
    </article>
  );
}
