/** Enumerations of groups. */

/** Sorts of the list of groups. */
export const groupSorts = ['name', 'created_at', 'updated_at', 'contact_count'] as const;
