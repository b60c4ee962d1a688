/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {},
  services: (deps) => ({
    lookup: deferServices(async () => (await import('./services.ts')).createLookupServices(deps.app)),
    searchField: { move: (step) => deps.handle('searchField')?.move(step) },
  }),
});
