/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    dniPools: () => import('./PoolsPane.tsx').then(({ PoolsPane }) => PoolsPane),
    dniPoolSizes: () => import('./PoolSizesPane.tsx').then(({ PoolSizesPane }) => PoolSizesPane),
    dniScript: () => import('./ScriptPane.tsx').then(({ ScriptPane }) => ScriptPane),
    visits: () => import('./VisitsPane.tsx').then(({ VisitsPane }) => VisitsPane),
    visit: () => import('./VisitPane.tsx').then(({ VisitPane }) => VisitPane),
    dniReports: () => import('./ReportsPane.tsx').then(({ ReportsPane }) => ReportsPane),
    dniReport: () => import('./ReportPane.tsx').then(({ ReportPane }) => ReportPane),
  },
  services: (deps) => ({
    dni: deferServices(async () => (await import('./services.ts')).createDniServices(deps)),
  }),
  changes: {
    'pool-updated': [['dni', 'pools']],
    'dni-session': [['dni', 'visits']],
    'number-updated': [['dni', 'pools']],
    'call-updated': [['dni', 'visits']],
  },
});
