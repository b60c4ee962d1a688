/** Parts of the area that load after the first rows: code of panes, services, changes. */

import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { resetFlow } from './resetFlow.ts';
import { createSessionServices } from './sessionServices.ts';
import { watchOtherTabs } from './tabSync.ts';

export const late = defineLateFeature({
  panes: {},
  services: (deps) => ({
    auth: deferServices(async () => (await import('./services.ts')).createAuthServices(deps.app)),
    session: createSessionServices(deps.app),
  }),
  start: ({ app }) => {
    watchOtherTabs(app);
  },
  flows: { passwordReset: resetFlow },
});
