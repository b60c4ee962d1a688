/** Keeping unread counts true: of the selected company as the channel tells, of the others when they are looked at. */
import type { ChangeKind } from '#contract/changes.ts';
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { Change } from '#contract/core/realtime.ts';
import type { App } from '../api/app.ts';
import { debouncePerCompany } from '../api/cacheInvalidation.ts';
import { isOfKind } from '../api/changeFeed.ts';
import { glanceAtCompanies } from './companies.ts';
import { countsQuery, unreadOf } from './counts.ts';

const kinds: readonly ChangeKind[] = ['notification-counts', 'conversation-updated', 'item-created', 'item-updated', 'item-deleted'];
const counts = (change: Change) => isOfKind(change, kinds) || (isOfKind(change, ['batch-progress']) && Boolean(change.batch?.finishedAt));
/** In a storm of arrivals they are asked for every two seconds. */
const still = { waitMs: 300, maxWaitMs: 2_000 } as const;

/** Companies with the count of the selected one as the inbox shows it. */
function asInbox(app: App, companies: readonly CompanySlim[]): readonly CompanySlim[] {
  const { companyId } = app.get();
  const known = companyId === null ? undefined : app.queries.getQueryData(countsQuery(app, companyId).queryKey);
  const now = companies.find(({ id }) => id === companyId);
  if (!known || !now || now.unreadCount === unreadOf(known)) return companies;
  return companies.map((company) => (company === now ? { ...company, unreadCount: unreadOf(known) } : company));
}

/** Asks for the counts of a company again, if it is the selected one. */
export function refetchCounts(app: App, companyId: number): void {
  if (app.get().companyId === companyId && app.get().permissions.has('conversations.read'))
    void app.queries.fetchQuery({ ...countsQuery(app, companyId), staleTime: 0 }).catch(() => undefined);
}

/** Asks for the counts again when the channel tells that they may be others, and hands the sum to the list of companies. Returns how to stop. */
export function listenToCounts(app: App): () => void {
  const ask = debouncePerCompany((companyId) => refetchCounts(app, companyId), still);
  const agree = () => {
    const { companies } = app.get();
    const agreed = asInbox(app, companies);
    if (agreed !== companies) app.set({ companies: agreed });
  };
  const stops = [
    app.changes.subscribe((changes) => {
      for (const companyId of new Set(changes.filter(counts).map((change) => change.companyId))) ask(companyId);
    }),
    app.queries.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[2] === 'counts') agree();
    }),
    app.subscribe(agree),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Asks what waits in the other companies, each time the user looks at them; looks at the same moment share one request. */
export async function lookAtCompanies(app: App): Promise<void> {
  if (app.get().companies.length < 2) return;
  const looked = await glanceAtCompanies(app);
  if (looked === null) return;
  const unread = new Map(looked.map(({ id, unreadCount }) => [id, unreadCount]));
  const seen = app.get().companies.map((company) => ({ ...company, unreadCount: unread.get(company.id) ?? company.unreadCount }));
  app.set({ companies: asInbox(app, seen) });
}
