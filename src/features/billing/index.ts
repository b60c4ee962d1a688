/** Billing: plan and usage, payment method, invoices. */
import { defineFeature } from '../../panes/feature.ts';

export const billing = defineFeature({
  panes: { billing: { title: 'Billing', permission: 'billing.read', view: {} } },
  late: () => import('./late.ts'),
});
