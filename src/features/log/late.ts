/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    log: () => import('./LogPane.tsx').then(({ LogPane }) => LogPane),
  },
  services: (deps) => ({
    log: deferServices(async () => (await import('./services.ts')).createLogServices(deps.app, () => deps.workspace.open('log'))),
  }),
});
