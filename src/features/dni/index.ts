/** Dynamic numbers: pools, the script, visitors, reports. */
import { defineFeature } from '../../panes/feature.ts';

export const dni = defineFeature({
  panes: {
    dniPools: { title: 'DNI pools', path: 'dni-pools', permission: 'dni.read', view: {} },
    dniPoolSizes: { title: 'DNI pool sizes', home: 'dniPools', permission: 'dni.read' },
    dniScript: { title: 'Tracking script', path: 'tracking-script', permission: 'dni.read', view: {} },
    visits: { title: 'Visitors', path: 'visitors', permission: 'dni.read', view: {} },
    visit: { title: 'Visitor session', home: 'visits', permission: 'dni.read' },
    dniReports: { title: 'DNI reports', path: 'dni-reports', permission: 'dni.read', view: {} },
    dniReport: { title: 'DNI report', home: 'dniReports', permission: 'dni.read' },
  },
  late: () => import('./late.ts'),
});
