/** Parts of the area that load after the first rows: services, and what arrivals do. */
import { loadWhenIdle } from '../../api/startupPhases.ts';
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

const loadArrivals = loadWhenIdle(() => import('./arrivals.ts'));

export const late = defineLateFeature({
  panes: {},
  services: (deps) => ({
    notifications: deferServices(async () => (await import('./services.ts')).createNotificationServices(deps.app)),
  }),
  start: (deps) => void loadArrivals().then(({ listenToArrivals }) => listenToArrivals(deps)),
});
