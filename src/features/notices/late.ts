/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { createNoticeServices } from './services.ts';

export const late = defineLateFeature({
  panes: {
    notices: () => import('./NoticesPane.tsx').then(({ NoticesPane }) => NoticesPane),
  },
  services: () => ({ notices: createNoticeServices() }),
});
