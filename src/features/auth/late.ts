/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { resetFlow } from './reset.ts';
import { createAuthServices } from './services.ts';
import { createSessionServices } from './sessionServices.ts';
import { watchOtherTabs } from './tabSync.ts';

export const late = lateFeature({
  panes: {},
  services: (deps) => ({ auth: createAuthServices(deps.app), session: createSessionServices(deps.app) }),
  start: ({ app }) => {
    watchOtherTabs(app);
  },
  flows: { passwordReset: resetFlow },
});
