/** The users of the company with role and numbers, and who is invited: Enter changes a role. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Teammate } from '#commands/users/types.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { createColleaguesQuery } from '../../shared/colleagues.ts';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState } from '../../ui/index.ts';
import { createInvitesQuery, formatInviteStatus, toTeammates } from './data.ts';

function Status({ row }: { readonly row: Teammate }) {
  if (!row.invite) return <span>Member</span>;
  return (
    <Chip small {...(row.invite.isExpired ? { tone: 'red' } : {})}>
      {formatInviteStatus(row.invite)}
    </Chip>
  );
}

const columns: readonly Column<Teammate>[] = [
  { id: 'name', header: 'Name', width: 180, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.name || row.email}</span> },
  { id: 'email', header: 'Email', width: 220, min: 96, grow: 1, rank: 'text', render: (row) => <span>{row.email}</span> },
  { id: 'role', header: 'Role', width: 112, min: 72, rank: 'text', render: (row) => <span>{capitalize(row.role)}</span> },
  {
    id: 'numbers',
    header: 'Numbers',
    width: 88,
    min: 56,
    align: 'end',
    rank: 'text',
    render: (row) => <span>{row.numbers.length === 0 ? 'All' : row.numbers.length.toLocaleString('en-US')}</span>,
  },
  { id: 'status', header: 'Status', width: 104, min: 72, rank: 'text', render: (row) => <Status row={row} /> },
];
const drops = ['numbers', 'email', 'status'];

export function UsersPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const mayManage = useMay('users.manage');
  const query = useQuery({ ...createColleaguesQuery(app, companyId ?? 0), enabled: companyId !== null });
  const invites = useQuery({ ...createInvitesQuery(app, companyId ?? 0), enabled: companyId !== null && mayManage });
  const rows = useMemo(() => toTeammates(query.data ?? [], invites.data ?? []), [query.data, invites.data]);
  return (
    <PlainListPane
      paneId={paneId}
      kind="teammate"
      scope="users"
      title="Users"
      columns={columns}
      drops={drops}
      rows={rows}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => `${row.name} ${row.email} ${row.role}`}
      placeholder="Name, email or role"
      onOpen={(row) => commands.run(row.user ? 'users.changeRole' : 'invites.resend')}
      actions={mayManage ? [{ icon: 'user-plus', label: 'Invite users', command: 'users.invite' }] : []}
      rowTone={(row) => (row.invite?.isExpired ? 'dim' : 'plain')}
      empty={<EmptyState icon="users">No users yet.</EmptyState>}
    />
  );
}
