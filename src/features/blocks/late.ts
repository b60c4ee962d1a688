/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    blocks: () => import('./BlocksPane.tsx').then(({ BlocksPane }) => BlocksPane),
  },
  services: (deps) => ({
    blocks: deferServices(async () => (await import('./services.ts')).createBlockServices(deps)),
  }),
  changes: { 'block-updated': [['blocks']] },
});
