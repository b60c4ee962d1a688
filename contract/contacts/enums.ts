/** Columns by which contacts are sorted. */

export const contactSorts = ['name', 'number', 'company_name', 'city', 'created_at', 'updated_at'] as const;
