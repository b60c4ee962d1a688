/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';
import { listenToExports } from './live.ts';

export const late = lateFeature({
  panes: {},
  services: (deps) => ({
    exports: lateServices(async () => (await import('./services.ts')).createExportServices(deps.app, () => deps.services().calls.shown())),
  }),
  start: ({ app }) => void listenToExports(app),
});
