/** Searches over all areas, as commands reach them. */
import type { LookupServices, StaffQuery } from '#commands/search/types.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { createColleaguesQuery } from '../../shared/colleagues.ts';

const toQuery = (wanted: StaffQuery) => ('q' in wanted && wanted.q.trim() === '' ? {} : wanted);

export function createLookupServices(app: App): LookupServices {
  return {
    search: async (q, kinds, signal, companyId) => {
      const { data } = await app.api.call('me.search', {
        query: { q, ...(kinds.length > 0 ? { kinds: kinds.join(',') } : {}), ...(companyId === undefined ? {} : { companyId: String(companyId) }) },
        signal,
      });
      return data;
    },
    staffUsers: async (wanted, signal) => {
      const { data } = await app.api.call('auth.staffUsers', { query: toQuery(wanted), ...(signal ? { signal } : {}) });
      return data;
    },
    staffCompanies: async (wanted, signal) => {
      const { data } = await app.api.call('auth.staffCompanies', { query: toQuery(wanted), ...(signal ? { signal } : {}) });
      return data;
    },
    colleagues: () => app.queries.fetchQuery(createColleaguesQuery(app, getCompanyId(app))),
    providers: async () => {
      const { data } = await app.api.call('auth.providers', {});
      return data;
    },
    sessions: async () => {
      const { data } = await app.api.call('auth.sessions', {});
      return data;
    },
  };
}
