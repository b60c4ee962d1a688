/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    ports: () => import('./PortsPane.tsx').then(({ PortsPane }) => PortsPane),
    port: () => import('./PortPane.tsx').then(({ PortPane }) => PortPane),
  },
  services: (deps) => ({
    porting: lateServices(async () => (await import('./services.ts')).createPortingServices(deps)),
  }),
  changes: { 'port-updated': [['ports']] },
});
