/** Texts of organizations (messages.tsv). */

export const organizationTexts = {
  /** MSG-030. */
  removalFailed: 'Failed to remove Organization Admin',
  /** MSG-053. */
  updated: 'Organization was successfully updated',
  /** MSG-054. */
  settingsUpdated: 'Organization settings were successfully updated',
} as const;
