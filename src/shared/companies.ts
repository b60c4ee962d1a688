/** The person's own companies: the one place that asks for them, and drops a reply that comes for somebody who has left. */
import { queryOptions } from '@tanstack/react-query';
import { watchPerson } from '#commands/auth/personKey.ts';
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { App } from '../api/app.ts';
import { keys } from '../api/queries.ts';

type Companies = readonly CompanySlim[];

/** Asks for the companies of whoever is signed in. */
export const requestCompanies = async ({ api }: Pick<App, 'api'>, signal?: AbortSignal): Promise<Companies> =>
  (await api.call('me.companies', signal ? { signal } : {})).data;

/** The companies as they are watched, or glanced at. */
export const createCompaniesQuery = (app: App) =>
  queryOptions({ queryKey: keys.me('own-companies'), queryFn: ({ signal }) => requestCompanies(app, signal), staleTime: 0 });

/** Resolves to null, also where the call fails, when the person who asked is not here any more. */
async function fetchForUser(app: App, request: () => Promise<Companies>): Promise<Companies | null> {
  const isHere = watchPerson(() => app.get().user);
  if (app.get().user === null) return null;
  try {
    const companies = await request();
    return isHere() ? companies : null;
  } catch (thrown) {
    if (isHere()) throw thrown;
    return null;
  }
}

/** Asks again, whatever is on its way; null when the person has left meanwhile. */
export const fetchCompanies = (app: App): Promise<Companies | null> => fetchForUser(app, () => requestCompanies(app));

/** Asks, or joins whoever asks at this moment; null when the person has left meanwhile. */
export const fetchRecentCompanies = (app: App): Promise<Companies | null> => fetchForUser(app, () => app.queries.fetchQuery(createCompaniesQuery(app)));
