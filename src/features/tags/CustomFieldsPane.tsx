/** The custom fields of the company and its organization. */
import { useQuery } from '@tanstack/react-query';
import type { CustomField } from '#contract/customFields/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { createCustomFieldsQuery } from './data.ts';

const none: readonly CustomField[] = [];
const formatChoices = (row: CustomField) => row.choices.map(({ value }) => value).join(', ');
const columns: readonly Column<CustomField>[] = [
  { id: 'name', header: 'Field', width: 150, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.name}</span> },
  { id: 'on', header: 'Applies to', width: 110, min: 72, render: (row) => <span>{row.entityType}</span> },
  { id: 'choices', header: 'Choices', width: 180, min: 72, grow: 1, rank: 'text', render: (row) => <span>{formatChoices(row) || 'Any text'}</span> },
  { id: 'default', header: 'Default', width: 100, min: 64, rank: 'text', render: (row) => <span>{row.defaultValue ?? ''}</span> },
  {
    id: 'scope',
    header: 'Scope',
    width: 120,
    min: 72,
    rank: 'text',
    render: (row) => <span>{row.businessUnitId === null ? 'This company' : 'The organization'}</span>,
  },
];
const drops = ['scope', 'default', 'choices'];

export function CustomFieldsPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createCustomFieldsQuery(app, companyId ?? 0), enabled: companyId !== null });
  return (
    <PlainListPane
      paneId={paneId}
      kind="customField"
      scope="customFields"
      title="Custom fields"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => `${row.name} ${row.entityType} ${formatChoices(row)}`}
      placeholder="Name, kind or choice"
      onOpen={() => commands.run('customFields.choices')}
      actions={[{ icon: 'plus', label: 'Create custom field', command: 'customFields.create' }]}
      empty={
        <EmptyState
          icon="rows"
          action={{ title: 'Create custom field', keys: commands.keys('customFields.create'), onAct: () => commands.run('customFields.create') }}
        >
          No custom fields yet.
        </EmptyState>
      }
    />
  );
}
