/** Money in words. */

/** Formats US dollars, with cents: "$1,234.50". */
export const formatDollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
