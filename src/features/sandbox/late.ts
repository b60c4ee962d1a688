/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createSandboxServices } from './services.ts';

export const late = lateFeature({
  panes: {},
  services: (deps) => ({ sandbox: createSandboxServices(deps.app) }),
});
