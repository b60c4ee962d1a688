/** The audit log, as commands reach it. */
import type { AuditEntry } from '#contract/audit/entities.ts';

export interface AuditServices {
  /** Shows the acts of support staff alone, or all. */
  show(isStaffOnly: boolean): void;
}

/** Types the area adds to those shared by all commands. */
export interface AuditTypes {
  readonly rows: { readonly auditEntry: AuditEntry };
  readonly scopes: 'audit';
  readonly panes: 'audit';
  readonly services: { readonly audit: AuditServices };
}
