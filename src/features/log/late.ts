/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createLogServices } from './services.ts';

export const late = lateFeature({
  panes: {
    log: () => import('./LogPane.tsx').then(({ LogPane }) => LogPane),
  },
  services: (deps) => ({ log: createLogServices(deps.app, () => deps.workspace.open('log')) }),
});
