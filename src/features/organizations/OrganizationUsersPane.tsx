/** The users of an organization and its companies; administrators make others administrators. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OrganizationPerson } from '#commands/organizations/types.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { EmptyState, Icon } from '../../ui/index.ts';
import { createOrganizationUsersQuery, useShownOrganization } from './data.ts';

const none: readonly OrganizationPerson[] = [];

const formatRoles = ({ companies }: OrganizationPerson) => companies.map(({ name, role }) => `${name}: ${capitalize(role)}`).join(', ');

const columns: readonly Column<OrganizationPerson>[] = [
  { id: 'name', header: 'User', width: 180, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.name || row.email}</span> },
  { id: 'email', header: 'Email', width: 200, min: 96, grow: 1, rank: 'text', render: (row) => <span>{row.email}</span> },
  {
    id: 'administrator',
    header: 'Administrator',
    width: 120,
    min: 64,
    hideable: false,
    render: (row) =>
      row.organizationUserId === null ? (
        <span>–</span>
      ) : (
        <>
          <Icon name="check" tone="green" size={14} />
          <span>Yes</span>
        </>
      ),
  },
  {
    id: 'roles',
    header: 'Roles',
    width: 220,
    min: 72,
    grow: 1,
    rank: 'quiet',
    render: (row) => <span title={formatRoles(row)}>{formatRoles(row) || '–'}</span>,
  },
];
const drops = ['roles', 'email'];

export function OrganizationUsersPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const { organization, isLoading } = useShownOrganization();
  const query = useQuery({ ...createOrganizationUsersQuery(app, organization?.id ?? 0), enabled: organization !== undefined });
  const rows = useMemo(() => {
    if (organization === undefined) return none;
    const data = query.data ?? [];
    const isLast = data.filter(({ organizationUserId }) => organizationUserId !== null).length === 1;
    return data.map((person): OrganizationPerson => ({ ...person, organizationId: organization.id, isAdministered: organization.isAdministered, isLast }));
  }, [query.data, organization]);
  return (
    <PlainListPane
      paneId={paneId}
      kind="organizationPerson"
      scope="organizationUsers"
      title="Organization users"
      {...(organization ? { detail: organization.name } : {})}
      columns={columns}
      drops={drops}
      rows={rows}
      query={{ ...query, isPending: isLoading || (organization !== undefined && query.isPending), isFetching: isLoading || query.isFetching }}
      getRowId={(row) => row.id}
      formatSearchText={(row) => `${row.name} ${row.email} ${formatRoles(row)}`}
      placeholder="Name, email or role"
      onOpen={(row) => commands.run(row.organizationUserId === null ? 'organizationUsers.makeAdministrator' : 'organizationUsers.removeAdministrator')}
      empty={<EmptyState icon="users">No users yet. Users of the organization’s companies show here.</EmptyState>}
    />
  );
}
