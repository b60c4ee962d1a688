/** Words of imports of contacts. */

/** Results of checking a row: saving it creates, updates …, or it is not saved. */
export const importVerdicts = ['create', 'update', 'restore', 'unchanged', 'duplicate', 'invalid', 'over_limit'] as const;
export type ImportVerdict = (typeof importVerdicts)[number];

/** Filters of the rows of an import: a verdict, what needs a look, opted-out numbers, left out, held back while saving. */
export const importRowFilters = [...importVerdicts, 'problems', 'opted_out', 'left_out', 'held'] as const;
export type ImportRowFilter = (typeof importRowFilters)[number];

/** Outcomes of a row that was to be saved. `held`: its contact changed after the check. */
export const importOutcomes = ['saved', 'held'] as const;

/** Columns of a file that are read, by the name of the field they fill. */
export const importFields = [
  'number',
  'name',
  'companyName',
  'email',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'notes',
  'country',
  'title',
  'optinType',
  'optinSource',
] as const;
export type ImportField = (typeof importFields)[number];

/** Rows of a file that are read. */
export const maxImportRows = 1_000_000;

/** Rows of one part of an import. */
export const maxPartRows = 2_000;

/** A verdict or a filter as a person reads it: `over_limit` → `Over limit`, `held` → `Not saved`. */
export const formatImportWord = (word: ImportRowFilter): string =>
  word === 'held' ? 'Not saved' : `${word.charAt(0).toUpperCase()}${word.slice(1).replace('_', ' ')}`;

/** Fields as a person reads them. */
export const importFieldLabel: Readonly<Record<ImportField, string>> = {
  number: 'Phone',
  name: 'Name',
  companyName: 'Company',
  email: 'Email',
  address1: 'Address',
  address2: 'Address line 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  notes: 'Notes',
  country: 'Country',
  title: 'Title',
  optinType: 'Opt-in type',
  optinSource: 'Opt-in source',
};
