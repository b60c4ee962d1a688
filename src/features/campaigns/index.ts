/** Campaigns: the list, and one of them with its editor, its review and its report. */
import { defineFeature } from '../../panes/feature.ts';

export const campaigns = defineFeature({
  panes: {
    campaigns: {
      title: 'Campaigns',
      permission: 'campaigns.read',
      view: { beside: [['campaign', 60]] },
    },
    campaign: {
      title: 'Campaign',
      home: 'campaigns',
      permission: 'campaigns.read',
    },
  },
  late: () => import('./late.ts'),
});
