/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { lateServices } from '../../panes/lateServices.ts';
import { listenToTemplates } from './live.ts';

export const late = lateFeature({
  panes: {
    templates: () => import('./TemplatesPane.tsx').then(({ TemplatesPane }) => TemplatesPane),
  },
  services: (deps) => ({
    templates: lateServices(async () => (await import('./services.ts')).createTemplateServices(deps)),
  }),
  start: ({ app }) => void listenToTemplates(app),
});
