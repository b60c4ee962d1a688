/** API keys of the company. */
import { defineFeature } from '../../panes/feature.ts';

export const apiKeys = defineFeature({
  panes: { apiKeys: { title: 'API keys', path: 'api-keys', permission: 'apiKeys.manage', view: {} } },
  late: () => import('./late.ts'),
});
