/** Buying numbers. */
export interface PurchaseServices {
  /** Opens the pane; with a search as text, looks for it at once. */
  open(search?: string): void;
  /** Ids of the numbers that the open purchase has bought. */
  bought(): readonly number[];
}
