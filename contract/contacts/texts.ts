/** Exact texts of the spec about contacts (messages.tsv), apart from those of the first screen. */
export const contactMessages = {
  /** MSG-015, MSG-016 */
  contactEdited: 'Contact edited successfully',
  contactDeleted: 'Contact deleted successfully',
} as const;
