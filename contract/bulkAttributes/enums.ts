/** Enumerations of bulk attribute updates. */

/** Columns that say which record a row is of, in their order; every other column is a custom field. */
export const recordColumns = ['entity_type', 'company_id', 'id', 'name'] as const;

/** Results of checking a row: applying it changes fields, changes none, or is refused. */
export const attributeVerdicts = ['change', 'unchanged', 'invalid'] as const;
export type AttributeVerdict = (typeof attributeVerdicts)[number];

/** Filters of the rows of a file. */
export const attributeRowFilters = [...attributeVerdicts, 'left_out'] as const;
export type AttributeRowFilter = (typeof attributeRowFilters)[number];

/** Rows of a file that are read. */
export const maxAttributeRows = 20_000;

/** A verdict or a filter as a person reads it. */
export const attributeFilterLabel: Readonly<Record<AttributeRowFilter, string>> = {
  change: 'Changes',
  unchanged: 'Unchanged',
  invalid: 'Invalid',
  left_out: 'Left out',
};
