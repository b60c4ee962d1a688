/** Parts of the area that load after the first rows: code of the pane and its charts, services, and the favorites and mailed reports that commands choose from. */
import { followQuery } from '../../panes/companyQuery.ts';
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { createFavoritesQuery } from './favorites.ts';
import { createMailsQuery } from './mails.ts';
import { followCompany } from './reportViews.ts';

export const late = defineLateFeature({
  panes: { dashboard: () => import('./DashboardPane.tsx').then(({ DashboardPane }) => DashboardPane) },
  services: (deps) => ({
    reports: deferServices(async () => (await import('./services.ts')).createReportServices(deps)),
  }),
  start: ({ app }) => followCompany(app),
  provideContext: (app, notify) => {
    const favorites = followQuery(app, 'reports.save', createFavoritesQuery, notify);
    const mails = followQuery(app, 'analytics.read', createMailsQuery, notify);
    return () => ({ favorites: favorites() ?? [], reportMails: mails() ?? [] });
  },
});
