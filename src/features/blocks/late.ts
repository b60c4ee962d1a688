/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';

export const late = lateFeature({
  panes: {
    blocks: () => import('./BlocksPane.tsx').then(({ BlocksPane }) => BlocksPane),
  },
  services: (deps) => ({
    blocks: lateServices(async () => (await import('./services.ts')).createBlockServices(deps)),
  }),
  changes: { 'block-updated': [['blocks']] },
});
