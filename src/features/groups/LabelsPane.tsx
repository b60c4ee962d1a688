/** The labels of the company’s contacts: Enter shows the contacts that have one. */
import { useQuery } from '@tanstack/react-query';
import type { ContactLabel } from '#contract/contactLabels/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { createContactLabelsQuery } from '../../shared/groups.ts';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState } from '../../ui/index.ts';

const none: readonly ContactLabel[] = [];
const columns: readonly Column<ContactLabel>[] = [
  { id: 'label', header: 'Label', width: 220, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <Chip small>{row.label}</Chip> },
  { id: 'contacts', header: 'Contacts', width: 88, min: 64, align: 'end', render: (row) => <span>{row.contactCount.toLocaleString('en-US')}</span> },
];
const drops: readonly string[] = [];

export function LabelsPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createContactLabelsQuery(app, companyId ?? 0), enabled: companyId !== null });
  return (
    <PlainListPane
      paneId={paneId}
      kind="contactLabel"
      scope="contactLabels"
      title="Labels"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => row.label}
      placeholder="Name"
      onOpen={(row) => commands.run('contacts.showLabel', { label: String(row.id) })}
      actions={[{ icon: 'plus', label: 'Create a label', command: 'contactLabels.create' }]}
      empty={
        <EmptyState
          icon="tag"
          action={{ title: 'Create a label', keys: commands.keys('contactLabels.create'), onAct: () => commands.run('contactLabels.create') }}
        >
          No labels yet.
        </EmptyState>
      }
    />
  );
}
