/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { listenToExports } from './live.ts';

export const late = defineLateFeature({
  panes: {},
  services: (deps) => ({
    exports: deferServices(async () => (await import('./services.ts')).createExportServices(deps.app, () => deps.services().calls.shown())),
  }),
  start: ({ app }) => void listenToExports(app),
});
