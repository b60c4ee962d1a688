/** Buying numbers. */
import type { Offer } from '#contract/purchase/entities.ts';
import type { UserEvent as NumberPurchaseEvent } from '#machines/numberPurchase/index.ts';

export interface PurchaseServices {
  /** Opens the pane; with a search as text, looks for it at once. `onBought` gets the ids of what this purchase has bought, once they are known. */
  open(search?: string, onBought?: (numberIds: readonly number[]) => void): void;
  /** Ids of the numbers that the open purchase has bought. */
  bought(): Promise<readonly number[]>;
  /** Finds the area code where the company's local numbers are: its default one, else that of its first number; null: anywhere. */
  findAreaCode(): Promise<string | null>;
}

/** Types the area adds to those shared by all commands. */
export interface PurchaseTypes {
  readonly rows: { readonly offer: Offer };
  readonly scopes: 'purchase';
  readonly panes: 'purchase';
  readonly services: { readonly purchase: PurchaseServices };
  readonly flows: { readonly numberPurchase: NumberPurchaseEvent };
}
