/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    contactImport: () => import('./ImportPane.tsx').then(({ ImportPane }) => ImportPane),
  },
  services: (deps) => ({
    contactImports: deferServices(async () => (await import('./services.ts')).createContactImportServices(deps)),
  }),
  changes: { 'import-updated': [['contacts'], ['contactImports']] },
});
