/** Numbers on the marketplace: listing them, their prices, the report. */

import type { MarketplaceNumber } from '#contract/marketplace/entities.ts';
import { marketplacePrices } from '#contract/marketplace/enums.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const group = 'Marketplace';

const listBase = { group, scopes: ['workspace'], permission: 'numbers.read' } as const;

const rowBase = { group, scopes: ['marketplace'], permission: 'numbers.buy', rows: { kind: 'listing', max: 1 } } as const;

const getRow = (context: Context): MarketplaceNumber | undefined => getRows(context, 'listing')?.rows[0];

const getListing = (context: Context): MarketplaceNumber => {
  const row = getRow(context);
  if (!row) throw new Error('Select a number first');
  return row;
};

const [least, most] = marketplacePrices;

/** "250", "$1,250.50". */
export function parsePrice(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '');
  const price = /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return price >= least && price <= most ? price : null;
}

const priceArg = arg.text<number>({
  label: 'Price (USD)',
  hint: 'For example, 250 or 1,250.50',
  initial: (context) => getRow(context)?.price?.toFixed(2),
  parse: (text) => {
    const value = parsePrice(text);
    return value === null ? { ok: false, error: `Dollars from ${least} to ${most.toLocaleString('en-US')}, such as 250 or 1,250.50` } : { ok: true, value };
  },
});

const checkListed = (context: Context): Availability => {
  const row = getRow(context);
  return !row || row.isListed || { reason: 'Not listed', unblock: { commandId: 'marketplace.list' } };
};

/** Commands of the marketplace. */
export const marketplaceCommands: readonly Command[] = [
  command({
    ...rowBase,
    id: 'marketplace.list',
    title: 'List number on marketplace',
    keywords: ['sell', 'offer', 'price'],
    icon: 'card',
    available: (context) => getRow(context)?.isListed !== true || { reason: 'Already listed', unblock: { commandId: 'marketplace.price' } },
    args: { price: priceArg },
    run: async ({ context, args, services }) => services.marketplace.change(getListing(context), { isListed: true, price: args.price }, 'List'),
  }),
  command({
    ...rowBase,
    id: 'marketplace.price',
    title: 'Change listing price',
    keywords: ['sell', 'dollars', 'ask'],
    icon: 'pencil',
    available: checkListed,
    args: { price: priceArg },
    run: async ({ context, args, services }) => services.marketplace.change(getListing(context), { price: args.price }, 'Reprice'),
  }),
  command({
    ...rowBase,
    id: 'marketplace.unlist',
    title: 'Remove number from marketplace',
    keywords: ['unlist', 'withdraw', 'remove', 'stop selling', 'take off'],
    icon: 'x',
    available: checkListed,
    run: async ({ context, services }) => services.marketplace.change(getListing(context), { isListed: false }, 'Unlist'),
  }),
  command({
    ...rowBase,
    id: 'marketplace.open',
    title: 'Open listed number',
    keywords: ['detail', 'show', 'behind'],
    icon: 'hash',
    permission: 'numbers.read',
    quiet: true,
    run: async ({ context, services }) => services.numbers.open(getListing(context).id),
  }),
  command({
    ...listBase,
    id: 'marketplace.report',
    title: 'Download marketplace report',
    keywords: ['CSV', 'spreadsheet', 'export', 'listings'],
    icon: 'download',
    offline: false,
    changes: false,
    run: async ({ services }) => services.marketplace.report(),
  }),
  command({
    ...listBase,
    id: 'marketplace.showAll',
    title: 'Marketplace: Show all numbers',
    keywords: ['filter', 'clear'],
    icon: 'hash',
    quiet: true,
    run: async ({ services }) => services.marketplace.show('all'),
  }),
  command({
    ...listBase,
    id: 'marketplace.showListed',
    title: 'Marketplace: Show listed numbers',
    keywords: ['filter', 'listings', 'offered'],
    icon: 'card',
    quiet: true,
    run: async ({ services }) => services.marketplace.show('listed'),
  }),
];
