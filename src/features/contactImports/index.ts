/** Importing contacts: a file's rows, what saving each does, and saving them. */
import { defineFeature } from '../../panes/feature.ts';

export const contactImports = defineFeature({
  panes: {
    contactImport: { title: 'Import contacts', path: 'import', home: 'contacts', permission: 'contacts.import' },
  },
  late: () => import('./late.ts'),
});
