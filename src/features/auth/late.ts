/** Parts of the area that load after the first rows: code of panes, services, changes. */

import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';
import { resetFlow } from './resetFlow.ts';
import { createSessionServices } from './sessionServices.ts';
import { watchOtherTabs } from './tabSync.ts';

export const late = lateFeature({
  panes: {},
  services: (deps) => ({
    auth: lateServices(async () => (await import('./services.ts')).createAuthServices(deps.app)),
    session: createSessionServices(deps.app),
  }),
  start: ({ app }) => {
    watchOtherTabs(app);
  },
  flows: { passwordReset: resetFlow },
});
