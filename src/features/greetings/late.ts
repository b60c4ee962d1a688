/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createGreetingServices } from './services.ts';

export const late = lateFeature({
  panes: {
    greetings: () => import('./GreetingsPane.tsx').then(({ GreetingsPane }) => GreetingsPane),
  },
  services: (deps) => ({ greetings: createGreetingServices(deps) }),
  changes: { 'greeting-updated': [['greetings', 'list']] },
});
