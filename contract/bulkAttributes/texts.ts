/** Texts of bulk attribute updates (spec 2.8), and the words a file of them is written with (AMB-112). */

export const bulkAttributeMessages = {
  /** MSG-036. */
  applied: 'Bulk update has been successfully applied',
} as const;

/** Name of the file of the template. */
export const templateFileName = 'custom_fields.csv';

/** A cell that says this empties its field; a cell without text leaves it. */
export const emptyWord = '(empty)';
