/** Log of acts in the company, and of everything support staff did or read as its users, newest first. */
import type { AuditEntry } from '#contract/audit/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { usePagedList } from '../../panes/usePagedList.ts';
import { useStore } from '../../store/store.ts';
import type { Column } from '../../table/index.ts';
import { EmptyState, Icon, RelativeTime } from '../../ui/index.ts';
import { auditView, createAuditQuery } from './data.ts';

function formatWho({ userName, isStaff, apiKeyName }: AuditEntry): string {
  if (isStaff) return `Support staff as ${userName ?? 'a user'}`;
  return apiKeyName === null ? (userName ?? 'Keyline') : `API key “${apiKeyName}” of ${userName ?? 'a user'}`;
}

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'kind',
    header: 'Kind',
    width: 76,
    min: 64,
    render: ({ isRead }) => (
      <>
        <Icon name={isRead ? 'eye' : 'pencil'} tone={isRead ? 'muted' : 'blue'} size={14} />
        <span>{isRead ? 'Read' : 'Change'}</span>
      </>
    ),
  },
  {
    id: 'action',
    header: 'Action',
    width: 260,
    min: 120,
    grow: 2,
    hideable: false,
    rank: 'lead',
    render: ({ action }) => <span title={action}>{action}</span>,
  },
  { id: 'subject', header: 'Subject', width: 150, min: 72, grow: 1, rank: 'text', render: ({ subject }) => <span>{subject ?? '–'}</span> },
  { id: 'user', header: 'User', width: 190, min: 96, grow: 1, rank: 'text', render: (row) => <span title={formatWho(row)}>{formatWho(row)}</span> },
  { id: 'at', header: 'Time', width: 88, min: 56, align: 'end', rank: 'quiet', render: ({ at }) => <RelativeTime at={at} /> },
];
const drops = ['subject', 'kind', 'user'];

export function AuditPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const view = useStore(auditView);
  const { query, rows, total } = usePagedList(companyId, createAuditQuery(app, companyId ?? 0, view));
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="auditEntry"
      scope="audit"
      title="Audit log"
      columns={columns}
      drops={drops}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.id}
      search={{
        label: 'Search the audit log',
        placeholder: 'Action, subject or user',
        q: view.q,
        onChange: (q) => auditView.set({ ...view, q: q || undefined }),
      }}
      chips={[
        { id: 'audit.showAll', label: 'All', active: !view.isStaffOnly },
        { id: 'audit.showStaff', label: 'Support staff', active: view.isStaffOnly },
      ]}
      summary="Newest first"
      filterKey={JSON.stringify(view)}
      clearedKey={JSON.stringify({ isStaffOnly: false })}
      onClearFilter={() => auditView.set({ isStaffOnly: false })}
      rowTone={(row) => (row.isRead ? 'dim' : 'plain')}
      onOpen={() => {}}
      isNews={() => false}
      empty={
        view.q !== undefined ? (
          <EmptyState icon="filter">No entry matches this filter.</EmptyState>
        ) : view.isStaffOnly ? (
          <EmptyState icon="filter" action={{ title: 'Show all', onAct: () => commands.run('audit.showAll') }}>
            No entries by support staff yet.
          </EmptyState>
        ) : (
          <EmptyState icon="history">No entries yet. Changes by administrators and everything support staff do or read show here.</EmptyState>
        )
      }
    />
  );
}
