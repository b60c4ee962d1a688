/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    log: () => import('./LogPane.tsx').then(({ LogPane }) => LogPane),
  },
  services: (deps) => ({
    log: lateServices(async () => (await import('./services.ts')).createLogServices(deps.app, () => deps.workspace.open('log'))),
  }),
});
