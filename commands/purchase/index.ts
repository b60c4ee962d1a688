/** Buying numbers: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { purchaseCommands } from './commands.ts';
import type { PurchaseTypes } from './types.ts';

export const purchase: CommandArea<PurchaseTypes> = {
  commands: [...purchaseCommands],
  triggers: {
    numberPurchase: {
      'search.typed': { field: 'search' },
      'category.chosen': { command: 'purchase.category' },
      'type.chosen': { command: 'purchase.type' },
      'search.submitted': { command: 'purchase.search' },
      'offers.chosen': { command: 'purchase.choose' },
      'choice.revised': { command: 'purchase.revise' },
      'purchase.confirmed': { command: 'purchase.confirm' },
      'purchase.retried': { command: 'purchase.retry' },
      'others.chosen': { command: 'purchase.others' },
      'purchase.renewed': { command: 'purchase.renew' },
    },
  },
  keys: [
    ...createBindings('purchase', { c: 'numbers.buy', '/': 'numbers.buy' }),
    { keys: 't', command: 'purchase.route', scope: 'purchase', when: 'hasBought' },
    { keys: 'enter', command: 'purchase.route', scope: 'purchase', when: 'hasBought' },
    { keys: 'enter', command: 'purchase.choose', scope: 'purchase', when: 'isBuying' },
    { keys: 'mod+enter', command: 'purchase.confirm', scope: 'purchase', in: 'text' },
  ],
  menus: { offer: ['purchase.choose', 'purchase.confirm'] },
};
