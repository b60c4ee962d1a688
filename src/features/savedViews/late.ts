/** Parts of the area that load after the first rows: services, and the views that commands choose from. */
import { followQuery } from '../../panes/companyQuery.ts';
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { createSavedViewsQuery } from './data.ts';

export const late = defineLateFeature({
  panes: {},
  services: (deps) => ({
    savedViews: deferServices(async () => (await import('./services.ts')).createSavedViewServices(deps)),
  }),
  provideContext: (app, notify) => {
    const savedViews = followQuery(app, 'company.read', createSavedViewsQuery, notify);
    return () => ({ savedViews: savedViews() ?? [] });
  },
});
