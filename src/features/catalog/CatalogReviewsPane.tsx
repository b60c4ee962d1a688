/** Reviews that consumers wrote of the catalog, those that wait first. Support staff read each in the pane beside, and publish or reject it. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isStaff } from '#commands/auth/impersonation.ts';
import { type ReviewState, reviewStates, type StaffReview } from '#contract/catalog/entities.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { formatNumber } from '#contract/text/number.ts';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { flattenPages } from '../../api/pages.ts';
import { PaneBody, PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { useStore } from '../../store/store.ts';
import type { Column } from '../../table/index.ts';
import { EmptyState, RelativeTime } from '../../ui/index.ts';
import { createReviewsQuery, reviewsView } from './data.ts';
import { NotStaff } from './NotStaff.tsx';
import { Rating } from './Rating.tsx';

const columns: readonly Column<StaffReview>[] = [
  { id: 'rating', header: 'Rating', width: 88, min: 80, hideable: false, render: ({ rating }) => <Rating rating={rating} /> },
  { id: 'author', header: 'Author', width: 112, min: 72, rank: 'lead', grow: 0, render: ({ author }) => <span title={author}>{author}</span> },
  { id: 'text', header: 'Review', width: 240, min: 96, grow: 1, rank: 'text', render: ({ text }) => <span>{text}</span> },
  { id: 'created', header: 'Created', width: 84, min: 56, align: 'end', rank: 'quiet', render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];
const drops = ['created', 'author'];

const showCommands: Readonly<Record<ReviewState, string>> = {
  pending: 'catalogReviews.showPending',
  published: 'catalogReviews.showPublished',
  rejected: 'catalogReviews.showRejected',
};
const emptyTexts: Readonly<Record<ReviewState, string>> = {
  pending: 'No pending reviews. New ones show here as they are written.',
  published: 'No published reviews yet. Publish one that is pending.',
  rejected: 'No rejected reviews yet.',
};

export function CatalogReviewsPane(props: PaneProps) {
  const asStaff = useAppState(isStaff);
  if (asStaff) return <Reviews {...props} />;
  return (
    <>
      <PaneHeader title="Catalog reviews" />
      <PaneBody>
        <NotStaff />
      </PaneBody>
    </>
  );
}

function Reviews({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const view = useStore(reviewsView);
  const query = useInfiniteQuery({ ...createReviewsQuery(app, view), placeholderData: (before) => before });
  const rows = useMemo(() => flattenPages<StaffReview>(query.data), [query.data]);
  const meta = query.data?.pages.at(-1)?.meta;
  const showPending = { title: 'Show pending reviews', keys: commands.keys(showCommands.pending), onAct: () => commands.run(showCommands.pending) };
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="catalogReview"
      scope="catalogReviews"
      title="Catalog reviews"
      columns={columns}
      drops={drops}
      rows={rows}
      total={meta?.total ?? null}
      query={query}
      getRowId={({ id }) => id}
      search={{
        label: 'Search the reviews',
        placeholder: 'Words or author',
        q: view.q,
        onChange: (q) => reviewsView.set({ ...view, q: q || undefined }),
      }}
      chips={reviewStates.map((state) => ({
        id: showCommands[state],
        label: meta ? `${capitalize(state)} ${formatNumber(meta.counts[state])}` : capitalize(state),
        active: view.state === state,
      }))}
      summary={view.state === 'pending' ? 'Longest waiting first' : 'Latest first'}
      filterKey={JSON.stringify(view)}
      clearedKey={JSON.stringify({ state: view.state })}
      onClearFilter={() => reviewsView.set({ state: view.state })}
      onOpen={() => {}}
      isNews={() => false}
      empty={
        view.q !== undefined ? (
          <EmptyState icon="filter">No review matches this filter.</EmptyState>
        ) : (
          <EmptyState icon="star" action={view.state === 'pending' ? undefined : showPending}>
            {emptyTexts[view.state]}
          </EmptyState>
        )
      }
    />
  );
}
