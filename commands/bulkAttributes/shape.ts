/** Bulk attribute updates: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { BulkAttributesTypes } from './types.ts';

export const bulkAttributes: AreaShape<BulkAttributesTypes> = {
  rows: {
    attributeRow: { nouns: ['row', 'rows'], getName: ({ name, line }) => name || `Row ${line}` },
  },
  scopes: {
    bulkAttributes: {
      priority: 30,
      unavailable: ['Go to Bulk attribute update first', 'go.bulkAttributes'],
      isStep: true,
      hints: [
        ['attributes.confirm', 'apply'],
        ['attributes.fix', 'fix'],
        ['attributes.retry', 'try again'],
        ['attributes.leaveOut', 'leave out'],
        ['attributes.showProblems', 'problems'],
        ['attributes.show', 'filter'],
        ['attributes.template', 'template'],
        ['attributes.upload', 'choose file'],
        ['attributes.paste', 'paste rows'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: { attributeColumns: null },
};
