/** Enumerations of groups. */

/** What the list of groups is sorted by. */
export const groupSorts = ['name', 'created_at', 'updated_at', 'contact_count'] as const;
