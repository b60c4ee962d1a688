/** Integrations with vendors, and what became of conversions. */
import { defineFeature } from '../../panes/feature.ts';

export const integrations = defineFeature({
  panes: {
    integrations: { title: 'Integrations', path: 'integrations', permission: 'integrations.read', view: {} },
    callConversions: { title: 'Conversions of a call', home: 'integrations', permission: 'integrations.read' },
  },
  late: () => import('./late.ts'),
});
