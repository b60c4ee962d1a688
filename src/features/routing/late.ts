/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    routing: () => import('./RoutingPane.tsx').then(({ RoutingPane }) => RoutingPane),
    simulator: () => import('./SimulatorPane.tsx').then(({ SimulatorPane }) => SimulatorPane),
    template: () => import('./TemplatePane.tsx').then(({ TemplatePane }) => TemplatePane),
  },
  services: (deps) => ({
    routing: deferServices(async () => (await import('./services.ts')).createRoutingServices(deps)),
  }),
});
