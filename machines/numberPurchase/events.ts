/** Events while numbers are searched for and bought, sent by a user and by the app. */

import type { Offer, Purchase } from '#contract/purchase/entities.ts';
import type { NumberSearch } from '#contract/text/numberSearch.ts';
import type { FlowError } from '../errors.ts';

/** Events a user may send. `search.typed` carries the line of text (`800 ends PLUMB`); `areaCode`: the company's own, where local numbers are looked for unless the line says where. */
export type UserEvent =
  | { type: 'search.typed'; text: string }
  | { type: 'category.chosen'; category: 1 | 2 | 3; areaCode?: string | null }
  | { type: 'type.chosen'; numberType: 1 | 2 | 3 | 4; areaCode?: string | null }
  | { type: 'search.submitted' }
  | { type: 'offers.chosen'; numbers: readonly string[] }
  | { type: 'choice.revised' }
  | { type: 'purchase.confirmed'; label?: string }
  | { type: 'purchase.retried' }
  | { type: 'others.chosen' }
  | { type: 'purchase.renewed' };

/** The channel told of the purchase. */
export type InternalEvent = { type: 'purchase.progressed'; purchase: Purchase };

/** `key`: random, of the contract's alphabet; each purchase after the first adds `-2`, `-3`, … */
export interface PurchaseInput {
  key: string;
  text?: string;
}

export interface PurchaseContext {
  base: string;
  attempt: number;
  text: string;
  /** Search parsed from the text; null while it cannot be read, and `problem` says why. */
  search: NumberSearch | null;
  problem: string | null;
  offers: readonly Offer[];
  /** Quantity wanted: one chosen number represents as many. */
  wanted: number;
  chosen: readonly string[];
  label: string | null;
  purchase: Purchase | null;
  /** Other numbers still available, after some were taken. */
  others: readonly Offer[];
  error: FlowError | null;
}
