/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    tenant: () => import('./BrandPane.tsx').then(({ BrandPane }) => BrandPane),
    emailSender: () => import('./EmailSenderPane.tsx').then(({ EmailSenderPane }) => EmailSenderPane),
    customDomain: () => import('./CustomDomainPane.tsx').then(({ CustomDomainPane }) => CustomDomainPane),
  },
  services: (deps) => ({
    tenant: deferServices(async () => (await import('./services.ts')).createTenantServices(deps)),
  }),
  changes: { 'tenant-updated': [['tenant']], 'domain-updated': [['customDomain']] },
});
