/** Organizations: the list, the companies of one with their status, its users. */
import { defineFeature } from '../../panes/feature.ts';

export const organizations = defineFeature({
  panes: {
    organizations: { title: 'Organizations', view: {} },
    organizationCompanies: { title: 'Organization companies', path: 'organization-companies', view: {} },
    organizationUsers: { title: 'Organization users', path: 'organization-users', view: {} },
  },
  late: () => import('./late.ts'),
});
