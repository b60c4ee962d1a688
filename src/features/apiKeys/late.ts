/** Parts of the area that load after the first rows: code of the pane, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { shownKeys } from './keyStore.ts';

export const late = defineLateFeature({
  panes: { apiKeys: () => import('./ApiKeysPane.tsx').then(({ ApiKeysPane }) => ApiKeysPane) },
  services: (deps) => ({ apiKeys: deferServices(async () => (await import('./services.ts')).createApiKeyServices(deps)) }),
  changes: { 'api-key-updated': [['apiKeys']] },
  provideContext: (app, notify) => {
    shownKeys.subscribe(notify);
    return () => ({ isApiKeyShown: shownKeys.get(app.get().companyId).secret !== null });
  },
});
