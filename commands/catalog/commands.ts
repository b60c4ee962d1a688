/** Reviews of the consumer catalog, which support staff read before others see them: one at a time, so that each is read. */
import type { ReviewState, StaffReview } from '#contract/catalog/entities.ts';
import { checkStaff } from '../auth/impersonation.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const base = { group: 'Catalog', scopes: ['catalogReviews'] } as const;

const getReview = (context: Context): StaffReview => {
  const row = getRows(context, 'catalogReview')?.rows[0];
  if (!row) throw new Error('Select a review first');
  return row;
};

const checkDecision =
  (state: ReviewState) =>
  (context: Context): Availability => {
    const staff = checkStaff(context);
    if (staff !== true) return staff;
    return getRows(context, 'catalogReview')?.rows[0]?.state !== state || { reason: `Already ${state}` };
  };

const showBase = { group: 'Catalog', icon: 'filter', scopes: ['workspace'], offline: true, quiet: true, available: checkStaff } as const;

export const catalogCommands: readonly Command[] = [
  command({
    ...base,
    id: 'catalogReviews.publish',
    title: 'Publish catalog review',
    keywords: ['approve', 'accept', 'allow', 'moderate'],
    icon: 'check',
    rows: { kind: 'catalogReview', max: 1 },
    available: checkDecision('published'),
    run: async ({ context, services }) => services.catalog.decide(getReview(context), 'published'),
  }),
  command({
    ...base,
    id: 'catalogReviews.reject',
    title: 'Reject catalog review',
    keywords: ['refuse', 'hide', 'unpublish', 'spam', 'moderate'],
    icon: 'ban',
    rows: { kind: 'catalogReview', max: 1 },
    available: checkDecision('rejected'),
    run: async ({ context, services }) => services.catalog.decide(getReview(context), 'rejected'),
  }),
  command({
    ...showBase,
    id: 'catalogReviews.showPending',
    title: 'Show pending catalog reviews',
    keywords: ['filter', 'moderate', 'waiting', 'new'],
    run: async ({ services }) => services.catalog.show('pending'),
  }),
  command({
    ...showBase,
    id: 'catalogReviews.showPublished',
    title: 'Show published catalog reviews',
    keywords: ['filter', 'moderate', 'approved', 'public'],
    run: async ({ services }) => services.catalog.show('published'),
  }),
  command({
    ...showBase,
    id: 'catalogReviews.showRejected',
    title: 'Show rejected catalog reviews',
    keywords: ['filter', 'moderate', 'refused', 'hidden'],
    run: async ({ services }) => services.catalog.show('rejected'),
  }),
];
