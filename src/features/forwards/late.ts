/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createForwardServices } from './services.ts';

export const late = lateFeature({
  panes: {
    forwards: () => import('./ForwardsPane.tsx').then(({ ForwardsPane }) => ForwardsPane),
  },
  services: (deps) => ({ forwards: createForwardServices(deps.app) }),
});
