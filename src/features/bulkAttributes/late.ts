/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    bulkAttributes: () => import('./UpdatePane.tsx').then(({ UpdatePane }) => UpdatePane),
  },
  services: (deps) => ({
    bulkAttributes: deferServices(async () => (await import('./services.ts')).createBulkAttributeServices(deps)),
  }),
});
