/** Reports over the calls of pools, the newest first. */
import { useQuery } from '@tanstack/react-query';
import type { DniReport } from '#contract/dni/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { EmptyState, RelativeTime } from '../../ui/index.ts';
import { createReportsQuery } from './data.ts';
import { formatReportDays } from './reportDays.ts';

const none: readonly DniReport[] = [];
const drops = ['author', 'visits', 'created', 'calls'];

const columns: readonly Column<DniReport>[] = [
  { id: 'scope', header: 'Scope', width: 180, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.scopeName}</span> },
  { id: 'days', header: 'Days', width: 196, min: 180, hideable: false, rank: 'text', render: (row) => <span>{formatReportDays(row)}</span> },
  { id: 'calls', header: 'Calls', width: 72, min: 56, align: 'end', render: (row) => <span>{row.totals.calls.toLocaleString('en-US')}</span> },
  {
    id: 'visits',
    header: 'Sessions',
    width: 72,
    min: 56,
    align: 'end',
    rank: 'text',
    render: (row) => <span>{row.totals.sessions.toLocaleString('en-US')}</span>,
  },
  { id: 'author', header: 'Created by', width: 130, min: 72, rank: 'quiet', render: (row) => <span>{row.createdBy ?? ''}</span> },
  { id: 'created', header: 'Created', width: 96, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.createdAt} /> },
];

export function ReportsPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createReportsQuery(app, companyId ?? 0), enabled: companyId !== null });
  return (
    <PlainListPane
      paneId={paneId}
      kind="dniReport"
      scope="dniReports"
      title="DNI reports"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => [row.scopeName, row.startDate, row.endDate, formatReportDays(row), row.createdBy].join(' ')}
      placeholder="Scope, date or person"
      onOpen={() => commands.run('dni.openReport')}
      opens="dniReport"
      actions={[{ icon: 'plus', label: 'Create DNI report', command: 'dni.report' }]}
      empty={
        <EmptyState icon="chart" action={{ title: 'Create DNI report', keys: commands.keys('dni.report'), onAct: () => commands.run('dni.report') }}>
          No reports yet.
        </EmptyState>
      }
    />
  );
}
