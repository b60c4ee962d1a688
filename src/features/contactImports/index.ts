/** Importing contacts: a file's rows, what saving each does, and saving them. */
import { defineFeature } from '../../panes/feature.ts';

export const contactImports = defineFeature({
  panes: {
    contactImport: { title: 'Import contacts', path: 'import', permission: 'contacts.import', view: {} },
  },
  late: () => import('./late.ts'),
});
