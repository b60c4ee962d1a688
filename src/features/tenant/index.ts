/** The tenant: the brand, and the custom domain. */
import { defineFeature } from '../../panes/feature.ts';

export const tenant = defineFeature({
  panes: {
    tenant: { title: 'Brand', path: 'brand', permission: 'tenant.manage', view: {} },
    emailSender: { title: 'Email sender', path: 'email-sender', permission: 'tenant.manage', view: {} },
    customDomain: { title: 'Custom domain', path: 'custom-domain', permission: 'domain.manage', view: {} },
  },
  late: () => import('./late.ts'),
});
