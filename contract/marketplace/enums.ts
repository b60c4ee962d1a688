/** Bounds of a listing. */

/** Dollars; the lowest and the highest price that can be asked. */
export const marketplacePrices = [1, 1_000_000] as const;
