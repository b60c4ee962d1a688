/** Imports of contacts: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { ContactImportsTypes } from './types.ts';

export const contactImports: AreaShape<ContactImportsTypes> = {
  rows: {
    importRow: { nouns: ['row', 'rows'], getName: ({ values, typed, line }) => values.name || typed || `Row ${line}` },
  },
  scopes: {
    contactImport: {
      priority: 30,
      unavailable: ['Import contacts first', 'contacts.import'],
      isStep: true,
      hints: [
        ['imports.confirm', 'save'],
        ['imports.fix', 'fix'],
        ['imports.retry', 'try again'],
        ['imports.leaveOut', 'leave out'],
        ['imports.showProblems', 'problems'],
        ['imports.show', 'filter'],
        ['imports.group', 'group'],
        ['imports.map', 'map columns'],
        ['contacts.import', 'choose file'],
        ['contacts.importPasted', 'paste rows'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: { importSheet: null },
};
