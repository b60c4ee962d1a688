/** The companies of an organization with their status; administrators change it, for one or for the selection. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OrganizationCompany } from '#commands/organizations/types.ts';
import type { AccountStatus } from '#contract/organizations/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { formatCity } from '#contract/text/zones.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { EmptyState, Icon, type IconName, type Tone } from '../../ui/index.ts';
import { createOrganizationCompaniesQuery, useShownOrganization } from './data.ts';

const none: readonly OrganizationCompany[] = [];

const statuses: Readonly<Record<AccountStatus, { readonly icon: IconName; readonly tone: Tone; readonly word: string }>> = {
  active: { icon: 'check', tone: 'green', word: 'Active' },
  suspended: { icon: 'clock', tone: 'amber', word: 'Suspended' },
  closed: { icon: 'circle-x', tone: 'red', word: 'Closed' },
};

function Status({ status }: Pick<OrganizationCompany, 'status'>) {
  const { icon, tone, word } = statuses[status];
  return (
    <>
      <Icon name={icon} tone={tone} size={14} />
      <span>{word}</span>
    </>
  );
}

const columns: readonly Column<OrganizationCompany>[] = [
  { id: 'name', header: 'Company', width: 220, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.name}</span> },
  { id: 'status', header: 'Status', width: 120, min: 96, hideable: false, render: ({ status }) => <Status status={status} /> },
  { id: 'role', header: 'Your role', width: 112, min: 72, rank: 'quiet', render: (row) => <span>{capitalize(row.actAs)}</span> },
  { id: 'zone', header: 'Time zone', width: 150, min: 72, rank: 'quiet', render: (row) => <span title={row.timezone}>{formatCity(row.timezone)}</span> },
];
const drops = ['zone', 'role'];

export function OrganizationCompaniesPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const { organization, isLoading } = useShownOrganization();
  const query = useQuery({ ...createOrganizationCompaniesQuery(app, organization?.id ?? 0), enabled: organization !== undefined });
  const rows = useMemo(
    () =>
      organization === undefined
        ? none
        : (query.data ?? []).map(
            (company): OrganizationCompany => ({ ...company, organizationId: organization.id, isAdministered: organization.isAdministered }),
          ),
    [query.data, organization],
  );
  return (
    <PlainListPane
      paneId={paneId}
      kind="organizationCompany"
      scope="organizationCompanies"
      title="Organization companies"
      {...(organization ? { detail: organization.name } : {})}
      columns={columns}
      drops={drops}
      rows={rows}
      query={{ ...query, isPending: isLoading || (organization !== undefined && query.isPending), isFetching: isLoading || query.isFetching }}
      getRowId={(row) => row.id}
      formatSearchText={(row) => `${row.name} ${row.status}`}
      placeholder="Name or status"
      onOpen={() => commands.run('organizationCompanies.setStatus')}
      rowTone={(row) => (row.status === 'active' ? 'plain' : 'dim')}
      empty={<EmptyState icon="building">No companies yet. Companies you create in the organization show here.</EmptyState>}
    />
  );
}
