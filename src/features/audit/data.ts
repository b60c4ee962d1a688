/** The audit log by page, and what of it is shown. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { App } from '../../api/app.ts';
import { getNextNumber } from '../../api/pages.ts';
import { keys } from '../../api/queries.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createStore } from '../../store/store.ts';

interface AuditView {
  readonly isStaffOnly: boolean;
  readonly q?: string | undefined;
}
export const auditView = createStore<AuditView>({ isStaffOnly: false });
registerStore('view: audit', () => auditView.set({ isStaffOnly: false }));

/** Entries, newest first. They are added by whatever is done elsewhere: the list is never fresh for long. */
export const createAuditQuery = (app: App, companyId: number, { isStaffOnly, q }: AuditView) =>
  infiniteQueryOptions({
    queryKey: keys.of(companyId, 'audit', 'list', { isStaffOnly, q }),
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      app.api.call('audit.list', { companyId, query: { page: pageParam, ...(isStaffOnly ? { staff: true } : {}), ...(q ? { q } : {}) }, signal }),
    getNextPageParam: getNextNumber,
    staleTime: 0,
  });
