/** Dashboard and reports: scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { AnalyticsTypes } from './types.ts';

export const analytics: AreaShape<AnalyticsTypes> = {
  rows: {},
  scopes: {
    dashboard: {
      priority: 30,
      unavailable: ['Go to Dashboard first', 'go.dashboard'],
      hints: [
        ['reports.openCalls', 'open calls'],
        ['reports.filter', 'filter'],
        ['reports.previousPeriod', 'previous period'],
        ['reports.toggleTable', 'table'],
        ['reports.compare', 'compare'],
        ['reports.choose', 'report'],
      ],
    },
  },
  context: { favorites: [], reportMails: [] },
};
