/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    greetings: () => import('./GreetingsPane.tsx').then(({ GreetingsPane }) => GreetingsPane),
  },
  services: (deps) => ({
    greetings: lateServices(async () => (await import('./services.ts')).createGreetingServices(deps)),
  }),
  changes: { 'greeting-updated': [['greetings', 'list']] },
});
