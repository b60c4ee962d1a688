/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    ports: () => import('./PortsPane.tsx').then(({ PortsPane }) => PortsPane),
    port: () => import('./PortPane.tsx').then(({ PortPane }) => PortPane),
  },
  services: (deps) => ({
    porting: deferServices(async () => (await import('./services.ts')).createPortingServices(deps)),
  }),
  changes: { 'port-updated': [['ports']] },
});
