/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    integrations: () => import('./IntegrationsPane.tsx').then(({ IntegrationsPane }) => IntegrationsPane),
    callConversions: () => import('./CallConversionsPane.tsx').then(({ CallConversionsPane }) => CallConversionsPane),
  },
  services: (deps) => ({
    integrations: deferServices(async () => (await import('./services.ts')).createIntegrationServices(deps)),
  }),
  start: ({ app }) => void import('./oauthReturn.ts').then(({ takeReturn }) => takeReturn(app)),
  changes: {
    'integration-updated': [
      ['integrations', 'list'],
      ['integrations', 'calls'],
    ],
    'call-updated': [
      ['integrations', 'list'],
      ['integrations', 'calls'],
    ],
  },
});
