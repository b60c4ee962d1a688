/** Permissions of each role: the one matrix the server decides by, as a table. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PermissionRow } from '#commands/users/types.ts';
import { type Permission, permissions, type Role, roles } from '#contract/core/permissions.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { EmptyState, Icon } from '../../ui/index.ts';

const createRoleColumn = (role: Role): Column<PermissionRow> => ({
  id: role,
  header: capitalize(role),
  width: 104,
  min: 64,
  render: (row) => (row.roles.includes(role) ? <Icon name="check" size={14} tone="green" label={`${capitalize(role)}: yes`} /> : <span>–</span>),
});

const columns: readonly Column<PermissionRow>[] = [
  { id: 'title', header: 'Permission', width: 260, min: 120, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.title}</span> },
  ...roles.map(createRoleColumn),
];
const drops: readonly string[] = [];

const names = Object.keys(permissions).filter((name): name is Permission => Object.hasOwn(permissions, name));

export function PermissionsPane({ paneId }: PaneProps) {
  const app = useApp();
  const query = useQuery({ queryKey: keys.me('roles'), queryFn: async ({ signal }) => (await app.api.call('roles.list', { signal })).data });
  const rows = useMemo(
    (): PermissionRow[] =>
      query.data === undefined
        ? []
        : names.map((id) => ({
            id,
            title: capitalize(permissions[id]),
            roles: query.data.filter((role) => role.permissions.includes(id)).map(({ name }) => name),
          })),
    [query.data],
  );
  return (
    <PlainListPane
      paneId={paneId}
      kind="permissionRow"
      scope="permissions"
      title="Permissions"
      columns={columns}
      drops={drops}
      rows={rows}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => `${row.title} ${row.roles.join(' ')}`}
      placeholder="Permission or role"
      empty={<EmptyState icon="shield">No permissions yet.</EmptyState>}
    />
  );
}
