/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createPreferenceServices } from './services.ts';

export const late = lateFeature({
  panes: {},
  services: (deps) => ({ preferences: createPreferenceServices(deps.app) }),
});
