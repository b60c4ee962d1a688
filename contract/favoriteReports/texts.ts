/** Texts of favorite reports, character by character those of the specification. */

/** MSG-037 to MSG-039. */
export const favoriteMessages = {
  added: 'Search has been successfully added to favorites',
  updated: 'Favorite search has been successfully updated',
  removed: 'Favorite search has been successfully removed',
} as const;
