/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    settings: () => import('./SettingsPane.tsx').then(({ SettingsPane }) => SettingsPane),
  },
  services: (deps) => ({
    preferences: deferServices(async () => (await import('./services.ts')).createPreferenceServices(deps.app)),
  }),
});
