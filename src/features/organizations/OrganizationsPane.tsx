/** The organizations of the user: Enter shows the companies of one. */
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { Organization } from '#contract/organizations/entities.ts';
import { formatCity } from '#contract/text/zones.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { createOrganizationsQuery } from './data.ts';
import css from './Organizations.module.css';

const none: readonly Organization[] = [];

function Brand({ organization: { branding } }: { organization: Organization }) {
  return (
    <span className={css.brand}>
      {branding.logoUrl !== null && <img className={css.logo} src={branding.logoUrl} alt="Logo" />}
      {branding.accent === null ? (
        branding.logoUrl === null && '–'
      ) : (
        <>
          <span className={css.swatch} style={{ '--company': branding.accent } as CSSProperties} />
          {branding.accent}
        </>
      )}
    </span>
  );
}

const Zone = ({ zone }: { zone: string | null }) => (zone === null ? <span>–</span> : <span title={zone}>{formatCity(zone)}</span>);

const formatStatuses = ({ accountStatuses }: Organization) =>
  accountStatuses.map(({ status, count }) => `${count.toLocaleString('en-US')} ${status}`).join(', ');

const columns: readonly Column<Organization>[] = [
  { id: 'name', header: 'Organization', width: 200, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.name}</span> },
  { id: 'companies', header: 'Companies', width: 96, min: 64, align: 'end', render: (row) => <span>{row.companyCount.toLocaleString('en-US')}</span> },
  { id: 'statuses', header: 'Status', width: 170, min: 72, rank: 'text', render: (row) => <span>{formatStatuses(row) || '–'}</span> },
  { id: 'role', header: 'Your role', width: 112, min: 72, rank: 'quiet', render: (row) => <span>{row.isAdministered ? 'Administrator' : 'Member'}</span> },
  { id: 'brand', header: 'Brand', width: 110, min: 64, rank: 'quiet', render: (row) => <Brand organization={row} /> },
  { id: 'zone', header: 'Time zone', width: 130, min: 72, rank: 'quiet', render: (row) => <Zone zone={row.settings.timezone} /> },
  { id: 'links', header: 'Links', width: 64, min: 48, rank: 'quiet', render: (row) => <span>{row.settings.linksEnabled ? 'On' : 'Off'}</span> },
];
const drops = ['links', 'zone', 'brand', 'role', 'statuses'];

export function OrganizationsPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createOrganizationsQuery(app));
  return (
    <PlainListPane
      paneId={paneId}
      kind="organization"
      scope="organizations"
      title="Organizations"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => row.name}
      placeholder="Name"
      onOpen={() => commands.run('organizations.showCompanies')}
      empty={<EmptyState icon="layers">No organizations yet. Your companies aren’t part of one.</EmptyState>}
    />
  );
}
