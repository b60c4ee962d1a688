/** Money in words. */

/** US dollars, with cents. */
export const dollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
