/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createPortingServices } from './services.ts';

export const late = lateFeature({
  panes: {
    ports: () => import('./PortsPane.tsx').then(({ PortsPane }) => PortsPane),
    port: () => import('./PortPane.tsx').then(({ PortPane }) => PortPane),
  },
  services: (deps) => ({ porting: createPortingServices(deps) }),
  changes: { 'port-updated': [['ports']] },
});
