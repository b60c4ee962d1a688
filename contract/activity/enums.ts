/** Enumerations of the activity list (enums.tsv). */

/** ENUM-094…098: switches of the activity list. */
export const activityFilters = ['checkCalls', 'checkVoicemails', 'checkMessages', 'checkNotes', 'checkFaxes'] as const;
