/** Reports over HTTP (spec 1.7, 2.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { checkMayExport } from '../../lists/exports.ts';
import { checkSameSite } from '../auth/cookies.ts';
import { checkOneCompany, readEach } from '../companies/readers.ts';
import { exportReport, reportCalls } from './calls.ts';
import { sumCompanies } from './companies.ts';
import { readDashboard, readKpi } from './dashboard.ts';
import { addKpis, addRows, addSeries } from './overCompanies.ts';

const permission = 'analytics.read';

export const handlers: Handlers<typeof routes.analytics> = {
  calls: async ({ query, request, ...caller }) => {
    const { authUser, membership, services } = caller;
    if (query.format === undefined && query.async === undefined && query.columns === undefined) {
      const reports = await readEach(caller, query, permission, reportCalls);
      return { data: addRows(reports.map(({ data }) => data)), meta: reports[0].meta };
    }
    // A file is written down for the person: no other site may ask for it in their name.
    checkSameSite(request, services);
    checkMayExport(caller);
    checkOneCompany(membership, query);
    return services.tenancy.company([membership.companyId], authUser.userId, () => exportReport(caller, query));
  },
  dashboard: async ({ query, ...caller }) => {
    const replies = await readEach(caller, query, permission, readDashboard);
    return { data: addSeries(replies.map(({ data }) => data)), previous: addSeries(replies.map(({ previous }) => previous)), meta: replies[0].meta };
  },
  companies: ({ query, authUser, services }) => sumCompanies(services, authUser, query),
  kpi: async ({ query, ...caller }) => addKpis(await readEach(caller, query, permission, readKpi)),
};
