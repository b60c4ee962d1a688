/** Numbers as they are written. */

// Made once: `toLocaleString` looks its locale up again at each call, and some are drawn at each key.
const numbers = new Intl.NumberFormat('en-US');

/** A number with its thousands apart: `12,400`. */
export const formatNumber = (value: number): string => numbers.format(value);
