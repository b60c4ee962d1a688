/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createCallerServices } from './services.ts';

export const late = lateFeature({
  panes: {},
  services: (deps) => ({ callers: createCallerServices(deps.app) }),
});
