/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createExportServices, listenToExports } from './services.ts';

export const late = lateFeature({
  panes: {},
  services: (deps) => ({ exports: createExportServices(deps.app, () => deps.services().calls.shown()) }),
  start: ({ app }) => void listenToExports(app),
});
