/** The audit log, as commands reach it. */
import type { AuditServices } from '#commands/audit/types.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { auditView } from './data.ts';

export const createAuditServices = ({ workspace }: ServiceDeps): AuditServices => ({
  show: (isStaffOnly) => {
    auditView.set({ ...auditView.get(), isStaffOnly });
    workspace.open('audit');
  },
});
