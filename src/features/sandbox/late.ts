/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {},
  services: (deps) => ({
    sandbox: lateServices(async () => (await import('./services.ts')).createSandboxServices(deps.app)),
  }),
});
