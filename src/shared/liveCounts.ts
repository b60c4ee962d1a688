/** Keeping unread counts true: of the selected company as the channel tells, of the others when they are looked at. */
import type { ChangeKind } from '#contract/changes.ts';
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { Change } from '#contract/core/realtime.ts';
import type { App } from '../api/app.ts';
import { debouncePerCompany } from '../api/cacheInvalidation.ts';
import { isOfKind } from '../api/changeFeed.ts';
import { fetchRecentCompanies } from './companies.ts';
import { createCountsQuery, sumUnread } from './counts.ts';

const kinds: readonly ChangeKind[] = ['notification-counts', 'conversation-updated', 'item-created', 'item-updated', 'item-deleted'];
const isCountChange = (change: Change) => isOfKind(change, kinds) || (isOfKind(change, ['batch-progress']) && Boolean(change.batch?.finishedAt));
/** In a storm of arrivals they are asked for every two seconds. */
const debounceOptions = { waitMs: 300, maxWaitMs: 2_000 } as const;

/** Companies with the count of the selected one as the inbox shows it. */
function applyInboxCount(app: App, companies: readonly CompanySlim[]): readonly CompanySlim[] {
  const { companyId } = app.get();
  const known = companyId === null ? undefined : app.queries.getQueryData(createCountsQuery(app, companyId).queryKey);
  const now = companies.find(({ id }) => id === companyId);
  if (!known || !now || now.unreadCount === sumUnread(known)) return companies;
  return companies.map((company) => (company === now ? { ...company, unreadCount: sumUnread(known) } : company));
}

/** Asks for the counts of a company again, if it is the selected one. */
export function refetchCounts(app: App, companyId: number): void {
  if (app.get().companyId === companyId && app.get().permissions.has('conversations.read'))
    void app.queries.fetchQuery({ ...createCountsQuery(app, companyId), staleTime: 0 }).catch(() => undefined);
}

/** Asks for the counts again when the channel tells that they may be others, and hands the sum to the list of companies. Returns how to stop. */
export function listenToCounts(app: App): () => void {
  const refetch = debouncePerCompany((companyId) => refetchCounts(app, companyId), debounceOptions);
  const updateCompanies = () => {
    const { companies } = app.get();
    const agreed = applyInboxCount(app, companies);
    if (agreed !== companies) app.set({ companies: agreed });
  };
  const stops = [
    app.changes.subscribe((changes) => {
      for (const companyId of new Set(changes.filter(isCountChange).map((change) => change.companyId))) refetch(companyId);
    }),
    app.queries.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[2] === 'counts') updateCompanies();
    }),
    app.subscribe(updateCompanies),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Asks what waits in the other companies, each time the user looks at them; looks at the same moment share one request. */
export async function refreshCompanies(app: App): Promise<void> {
  if (app.get().companies.length < 2) return;
  const looked = await fetchRecentCompanies(app);
  if (looked === null) return;
  const unread = new Map(looked.map(({ id, unreadCount }) => [id, unreadCount]));
  const seen = app.get().companies.map((company) => ({ ...company, unreadCount: unread.get(company.id) ?? company.unreadCount }));
  app.set({ companies: applyInboxCount(app, seen) });
}
