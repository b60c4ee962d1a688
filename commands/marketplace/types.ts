/** Numbers on the marketplace. */
import type { MarketplaceNumber } from '#contract/marketplace/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** The marketplace, for commands. */
export interface MarketplaceServices {
  /** All numbers, or those that are listed, the latest first. */
  show(which: 'all' | 'listed'): void;
  /** Names a price, lists the number or takes it off. */
  change(row: MarketplaceNumber, changes: { readonly isListed?: boolean; readonly price?: number }, title: string): CommandOutcomePromise;
  /** Downloads marketplace_report.csv. */
  report(): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface MarketplaceTypes {
  readonly rows: { readonly listing: MarketplaceNumber };
  readonly scopes: 'marketplace';
  readonly panes: 'marketplace';
  readonly services: { readonly marketplace: MarketplaceServices };
}
