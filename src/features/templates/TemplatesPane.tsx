/** Number templates by name: Enter opens one in the editor. */
import { useQuery } from '@tanstack/react-query';
import type { NumberTemplate } from '#contract/templates/entities.ts';
import { sortRoutes } from '#contract/templates/rules.ts';
import { formatHours } from '#contract/text/hoursText.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { formatRoutes } from '../../shared/routes.ts';
import { createTemplatesQuery } from '../../shared/templates.ts';
import type { Column } from '../../table/index.ts';
import { EmptyState, Icon, RelativeTime } from '../../ui/index.ts';

const none: readonly NumberTemplate[] = [];
const formatRouting = (row: NumberTemplate) => formatRoutes(sortRoutes(row.routes));
const columns: readonly Column<NumberTemplate>[] = [
  {
    id: 'mark',
    header: 'Kind',
    headerHidden: true,
    width: 32,
    min: 32,
    hideable: false,
    render: () => <Icon name="layers" tone="muted" label="Template" />,
  },
  { id: 'name', header: 'Name', width: 200, min: 96, hideable: false, rank: 'lead', render: (row) => <span>{row.name}</span> },
  { id: 'rings', header: 'Routing', width: 300, min: 120, grow: 1, rank: 'text', render: (row) => <span>{formatRouting(row)}</span> },
  { id: 'hours', header: 'Hours', width: 130, min: 72, rank: 'text', render: (row) => <span>{formatHours(row.hours)}</span> },
  { id: 'recorded', header: 'Recording', width: 80, min: 64, rank: 'text', render: (row) => <span>{row.recordCalls ? 'Yes' : 'No'}</span> },
  { id: 'updated_at', header: 'Updated', width: 96, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.updatedAt} /> },
];
const drops = ['updated_at', 'recorded', 'hours'];

export function TemplatesPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const mayWrite = useMay('numbers.route');
  const query = useQuery({ ...createTemplatesQuery(app, companyId ?? 0), enabled: companyId !== null });
  return (
    <PlainListPane
      paneId={paneId}
      kind="template"
      scope="templates"
      title="Number templates"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => `${row.name} ${formatRouting(row)}`}
      placeholder="Name or phone"
      onOpen={() => commands.run('templates.open')}
      opens="template"
      actions={mayWrite ? [{ icon: 'plus', label: 'Create number template', command: 'templates.create' }] : []}
      empty={
        <EmptyState
          icon="layers"
          {...(mayWrite
            ? { action: { title: 'Create number template', keys: commands.keys('templates.create'), onAct: () => commands.run('templates.create') } }
            : {})}
        >
          No number templates yet. Create one, or save a number’s routing as a template.
        </EmptyState>
      }
    />
  );
}
