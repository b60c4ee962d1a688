/** Texts of imports of contacts (spec 1.5, 1.8). */
export const importMessages = {
  /** MSG-003. */
  wrongFile:
    'It seems there are some issues with your file. Please ensure that your CSV/XLSX file includes valid columns for "name" and "number". These are required for successful contact import.',
  /** MSG-017. */
  added: 'Contacts added successfully',
  /** MSG-018. */
  failed: 'Import failure. Please try to import contacts once again',
  /** MSG-019. */
  notSaved: 'Error saving contacts. Please try to import contacts once again',
} as const;
