/** Billing: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { billingCommands } from './commands.ts';
import type { BillingTypes } from './types.ts';

export const billing: CommandArea<BillingTypes> = {
  commands: [...billingCommands],
  places: [
    {
      kind: 'billing',
      title: 'Go to Billing',
      icon: 'credit-card',
      keywords: ['subscription', 'plan', 'usage', 'invoices', 'payment', 'card'],
      permission: 'billing.read',
    },
  ],
  triggers: {
    subscription: {
      'subscription.started': { command: 'billing.start' },
      'subscription.canceled': { command: 'billing.cancel' },
      'subscription.upgraded': { command: 'billing.upgrade' },
      'subscription.downsold': { command: 'billing.downsell' },
      'subscription.retried': { command: 'billing.keep' },
      'change.reverted': { command: 'billing.revert' },
      'offer.used': { command: 'billing.yearly' },
      'company.migrated': { command: 'billing.migrate' },
    },
    paymentMethod: { 'card.requested': { command: 'billing.updateCard' }, 'payment.retried': { command: 'billing.retryPayment' } },
  },
  keys: createBindings('workspace', { 'g l': 'go.billing' }),
  menus: { invoice: ['billing.download'] },
};
