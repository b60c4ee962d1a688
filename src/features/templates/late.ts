/** What comes after the first rows: code of panes, services, changes. */
import { lateFeature } from '../../panes/feature.ts';
import { createTemplateServices, listenToTemplates } from './services.ts';

export const late = lateFeature({
  panes: {
    templates: () => import('./TemplatesPane.tsx').then(({ TemplatesPane }) => TemplatesPane),
  },
  services: (deps) => ({ templates: createTemplateServices(deps) }),
  start: ({ app }) => void listenToTemplates(app),
});
