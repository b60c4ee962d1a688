/** The audit log: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { AuditTypes } from './types.ts';

export const audit: AreaShape<AuditTypes> = {
  rows: {
    auditEntry: { nouns: ['entry', 'entries'], getName: ({ action }) => action },
  },
  scopes: {
    audit: {
      priority: 30,
      unavailable: ['Go to Audit log first', 'go.audit'],
      hints: [
        ['audit.showStaff', 'support staff'],
        ['audit.showAll', 'all'],
      ],
    },
  },
  context: {},
};
