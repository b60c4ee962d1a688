/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createRoutingServices, listenToRoutings } from './services.ts';

export const late = lateFeature({
  panes: {
    routing: () => import('./RoutingPane.tsx').then(({ RoutingPane }) => RoutingPane),
    simulator: () => import('./SimulatorPane.tsx').then(({ SimulatorPane }) => SimulatorPane),
    template: () => import('./TemplatePane.tsx').then(({ TemplatePane }) => TemplatePane),
  },
  services: (deps) => ({ routing: createRoutingServices(deps) }),
  start: ({ app }) => void listenToRoutings(app),
});
