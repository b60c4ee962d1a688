/** Enumerations of faxes. */

/** State of drawing the pages of a fax (ours). */
export const faxPagesStates = ['waiting', 'drawn', 'unreadable'] as const;
