/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { shownSecrets } from './secretStore.ts';

export const late = defineLateFeature({
  panes: {
    eventHooks: () => import('./EventHooksPane.tsx').then(({ EventHooksPane }) => EventHooksPane),
    hookDeliveries: () => import('./HookDeliveriesPane.tsx').then(({ HookDeliveriesPane }) => HookDeliveriesPane),
  },
  services: (deps) => ({
    eventHooks: deferServices(async () => (await import('./services.ts')).createEventHookServices(deps)),
  }),
  changes: { 'event-hook-updated': [['eventHooks']] },
  provideContext: (app, notify) => {
    shownSecrets.subscribe(notify);
    return () => ({ isHookSecretShown: shownSecrets.get(app.get().companyId).secret !== null });
  },
});
