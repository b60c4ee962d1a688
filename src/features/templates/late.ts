/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';
import { listenToTemplates } from './live.ts';

export const late = defineLateFeature({
  panes: {
    templates: () => import('./TemplatesPane.tsx').then(({ TemplatesPane }) => TemplatesPane),
  },
  services: (deps) => ({
    templates: deferServices(async () => (await import('./services.ts')).createTemplateServices(deps)),
  }),
  start: ({ app }) => void listenToTemplates(app),
});
