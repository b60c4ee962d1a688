/** Labels of what a search for numbers is for; apart from its reader, which comes later. */

/** Categories of numbers. */
export const numberCategoryLabel = { 1: 'Voice & SMS', 2: 'International', 3: 'Fax' } as const;

/** Types of a purchase. */
export const purchaseTypeLabel = { 1: 'Local Voice & SMS', 2: 'Toll-Free Voice & SMS', 3: 'Fax number', 4: 'Bulk numbers' } as const;
