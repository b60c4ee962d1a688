/** Money in words. */

/** US dollars, with cents. */
export const formatDollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
