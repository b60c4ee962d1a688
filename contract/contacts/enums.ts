/** Enumerations of contacts. */

/** Columns by which contacts are sorted. */

export const contactSorts = ['name', 'number', 'company_name', 'city', 'created_at', 'updated_at'] as const;

/** Fields of which a merge keeps one value of two. */
export const mergeFields = ['name', 'number', 'companyName', 'email', 'address1', 'address2', 'city', 'state', 'zip', 'notes', 'country', 'title'] as const;
export type MergeField = (typeof mergeFields)[number];
