/** Campaigns in the cache: their list, what sending one would do, and what became of it. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { campaignSorts, type DisplayedState, type RecipientState, type ReviewLine } from '#contract/campaigns/enums.ts';
import type { App } from '../../api/app.ts';
import { getNextNumber } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';
import { createViews } from '../../panes/index.ts';
import type { SortState } from '../../table/index.ts';

export interface CampaignsView {
  readonly state: DisplayedState | undefined;
  readonly q: string | undefined;
  readonly sort: SortState;
}
export const allCampaigns: CampaignsView = { state: undefined, q: undefined, sort: { columnId: 'createdAt', direction: 'desc' } };
export const campaignViews = createViews('campaigns', allCampaigns);

/** People of a campaign that are shown: of its review a line, of its report a state. */
export interface PeopleView {
  readonly line: ReviewLine | undefined;
  readonly state: RecipientState | undefined;
  readonly q: string | undefined;
}
export const allPeople: PeopleView = { line: undefined, state: undefined, q: undefined };

const perPage = 50;
const toSort = (columnId: string) => campaignSorts.find((sort) => sort === columnId) ?? 'createdAt';

/** The list of a view, by page. */
export const createCampaignsQuery = (app: App, companyId: number, { state, q, sort }: CampaignsView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'campaigns', 'list', { state, q, sort }),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('campaigns.list', {
        companyId,
        query: {
          page: pageParam,
          size: perPage,
          include: 'groups',
          sort: toSort(sort.columnId),
          dir: sort.direction,
          ...(state === undefined ? {} : { filter: state }),
          ...(q === undefined ? {} : { search: q }),
        },
        signal,
      }),
    getNextPageParam: getNextNumber,
  });

/** Effects of sending a campaign; its version tells one saving from the next. */
export const createReviewQuery = (app: App, companyId: number, id: number, version: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'campaigns', 'review', id, version),
    queryFn: ({ signal }) => app.api.call('campaigns.review', { companyId, params: { id }, signal }),
  });

/** The people behind the review, by page; its digest tells one review from the next. */
export const createReviewRowsQuery = (app: App, companyId: number, id: number, digest: string, { line, q }: PeopleView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'campaigns', 'review', id, 'rows', digest, { line, q }),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('campaigns.reviewRows', {
        companyId,
        params: { id },
        query: { page: pageParam, size: perPage, ...(line === undefined ? {} : { line }), ...(q === undefined ? {} : { search: q }) },
        signal,
      }),
    getNextPageParam: getNextNumber,
  });

/** Recipients and what became of their texts, by page. */
export const createEventsQuery = (app: App, companyId: number, id: number, { state, q }: PeopleView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'campaigns', 'events', id, { state, q }),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('campaigns.events', {
        companyId,
        params: { id },
        query: { page: pageParam, size: perPage, ...(state === undefined ? {} : { status: state }), ...(q === undefined ? {} : { search: q }) },
        signal,
      }),
    getNextPageParam: getNextNumber,
  });
