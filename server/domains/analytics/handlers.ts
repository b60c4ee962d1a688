/** Reports over HTTP (spec 1.7, 2.7). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { checkMayExport } from '../../lists/exports.ts';
import { checkSameSite } from '../auth/cookies.ts';
import { exportReport, reportCalls } from './calls.ts';
import { sumCompanies } from './companies.ts';
import { readDashboard, readKpi } from './dashboard.ts';

export const handlers: Handlers<typeof routes.analytics> = {
  calls: ({ query, request, ...caller }) => {
    const { authUser, membership, services } = caller;
    const { tenancy } = services;
    if (query.format === undefined && query.async === undefined && query.columns === undefined)
      return tenancy.companyReading([membership.companyId], authUser.userId, () => reportCalls(membership, query));
    // A file is written down for the person: no other site may ask for it in their name.
    checkSameSite(request, services);
    checkMayExport(caller);
    return tenancy.company([membership.companyId], authUser.userId, () => exportReport(caller, query));
  },
  dashboard: ({ query, membership }) => readDashboard(membership, query),
  companies: ({ query, authUser, services }) => sumCompanies(services, authUser, query),
  kpi: ({ query, membership }) => readKpi(membership, query),
};
