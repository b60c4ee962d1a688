/** The marketplace of numbers: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { marketplaceCommands } from './commands.ts';
import type { MarketplaceTypes } from './types.ts';

export const marketplace: CommandArea<MarketplaceTypes> = {
  commands: [...marketplaceCommands],
  places: [{ kind: 'marketplace', title: 'Go to Marketplace', icon: 'card', keywords: ['sell', 'listings', 'price'], permission: 'numbers.read' }],
  triggers: {},
  keys: [...createBindings('workspace', { 'g k': 'go.marketplace' }), ...createBindings('marketplace', { c: 'marketplace.list', '#': 'marketplace.unlist' })],
  menus: { listing: ['marketplace.open', ['marketplace.list', 'marketplace.price'], 'marketplace.unlist'] },
};
