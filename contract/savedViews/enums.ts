/** Enumerations of saved views. */

/** Lists whose filter, sort and search can be saved. */
export const savedLists = ['inbox', 'calls', 'contacts', 'numbers'] as const;
export type SavedList = (typeof savedLists)[number];
