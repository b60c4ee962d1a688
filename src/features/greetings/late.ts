/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    greetings: () => import('./GreetingsPane.tsx').then(({ GreetingsPane }) => GreetingsPane),
  },
  services: (deps) => ({
    greetings: deferServices(async () => (await import('./services.ts')).createGreetingServices(deps)),
  }),
  changes: { 'greeting-updated': [['greetings', 'list']] },
});
