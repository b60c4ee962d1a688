/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createBlockServices } from './services.ts';

export const late = lateFeature({
  panes: {
    blocks: () => import('./BlocksPane.tsx').then(({ BlocksPane }) => BlocksPane),
  },
  services: (deps) => ({ blocks: createBlockServices(deps) }),
  changes: { 'block-updated': [['blocks']] },
});
