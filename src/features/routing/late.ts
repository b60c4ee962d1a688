/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    routing: () => import('./RoutingPane.tsx').then(({ RoutingPane }) => RoutingPane),
    simulator: () => import('./SimulatorPane.tsx').then(({ SimulatorPane }) => SimulatorPane),
    template: () => import('./TemplatePane.tsx').then(({ TemplatePane }) => TemplatePane),
  },
  services: (deps) => ({
    routing: lateServices(async () => (await import('./services.ts')).createRoutingServices(deps)),
  }),
});
