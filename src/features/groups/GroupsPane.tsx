/** The groups of the company’s contacts, with who in them can be texted: Enter shows the contacts of one. */
import { useQuery } from '@tanstack/react-query';
import type { ContactGroup } from '#contract/groups/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { createGroupsQuery } from '../../shared/groups.ts';
import type { Column } from '../../table/index.ts';
import { EmptyState, RelativeTime } from '../../ui/index.ts';

const none: readonly ContactGroup[] = [];

/** A column of a count; nothing where there is none, so that what matters stands out. */
const createCountColumn = (id: string, header: string, get: (row: ContactGroup) => number, width = 88): Column<ContactGroup> => ({
  id,
  header,
  width,
  min: 56,
  align: 'end',
  rank: 'text',
  render: (row) => <span>{get(row) === 0 ? '–' : get(row).toLocaleString('en-US')}</span>,
});

const columns: readonly Column<ContactGroup>[] = [
  { id: 'name', header: 'Group', width: 220, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.name}</span> },
  { id: 'kind', header: 'Type', width: 112, min: 72, rank: 'text', render: (row) => <span>{row.virtual ? 'Saved filter' : 'List'}</span> },
  createCountColumn('contacts', 'Contacts', ({ contactCount }) => contactCount),
  createCountColumn('active', 'Active', ({ activeCount }) => activeCount),
  createCountColumn('unsubscribed', 'Opted out', ({ unsubscriberCount }) => unsubscriberCount),
  createCountColumn('invalid', 'Invalid', ({ invalidCount }) => invalidCount),
  { id: 'updated', header: 'Updated', width: 108, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.updatedAt} /> },
];
const drops = ['updated', 'kind', 'invalid', 'unsubscribed', 'active'];

export function GroupsPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createGroupsQuery(app, companyId ?? 0), enabled: companyId !== null });
  return (
    <PlainListPane
      paneId={paneId}
      kind="group"
      scope="groups"
      title="Groups"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => row.name}
      placeholder="Name"
      onOpen={(row) => commands.run('contacts.showGroup', { group: String(row.id) })}
      actions={[{ icon: 'plus', label: 'Create a group', command: 'groups.create' }]}
      empty={
        <EmptyState icon="users" action={{ title: 'Create a group', keys: commands.keys('groups.create'), onAct: () => commands.run('groups.create') }}>
          No groups yet.
        </EmptyState>
      }
    />
  );
}
