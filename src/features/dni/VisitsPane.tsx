/** Visitors of the websites as they come and go. Frozen, the list stays as it is until it goes on. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { DniActivity } from '#contract/dni/entities.ts';
import { deviceTypeLabel } from '#contract/dni/enums.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { Chip, Dot, EmptyState, PhoneText, RelativeTime } from '../../ui/index.ts';
import css from './Dni.module.css';
import { createVisitsQuery } from './data.ts';
import { frozenFeed } from './freezeStore.ts';

const none: readonly DniActivity[] = [];
const drops = ['device', 'pages', 'pool', 'campaign', 'number'];

/** The path of a page: its site is the same in most rows. */
const formatPath = (page: string) => (page.includes('/') ? page.slice(page.indexOf('/')) : page);
const formatSource = ({ source, sourceDetail }: DniActivity) => [source, sourceDetail].filter((part) => part !== null).join(': ');
const formatSearchText = (row: DniActivity) =>
  [formatSource(row), row.campaign, row.poolName, row.number?.number, row.currentPage, row.landingPage, deviceTypeLabel[row.deviceType]].join(' ');

const columns: readonly Column<DniActivity>[] = [
  {
    id: 'source',
    header: 'Source',
    width: 170,
    min: 136,
    grow: 1,
    hideable: false,
    rank: 'lead',
    render: (row) => (
      <span className={css.cell}>
        {row.isOnline ? <Dot tone="green" label="On the website" /> : <span className={css.gap} />}
        <span>{formatSource(row)}</span>
      </span>
    ),
  },
  {
    id: 'page',
    header: 'Page',
    width: 220,
    min: 110,
    grow: 2,
    hideable: false,
    rank: 'text',
    render: (row) => <span title={row.currentPage}>{formatPath(row.currentPage)}</span>,
  },
  {
    id: 'number',
    header: 'Number',
    width: 132,
    min: 120,
    rank: 'text',
    render: (row) => (row.number ? <PhoneText number={row.number.number} /> : <span>–</span>),
  },
  { id: 'campaign', header: 'Campaign', width: 120, min: 80, rank: 'text', render: (row) => <span>{row.campaign ?? ''}</span> },
  { id: 'pool', header: 'Pool', width: 120, min: 72, rank: 'quiet', render: (row) => <span>{row.poolName ?? ''}</span> },
  { id: 'pages', header: 'Pages', width: 64, min: 52, align: 'end', rank: 'text', render: (row) => <span>{row.pages}</span> },
  { id: 'device', header: 'Device', width: 84, min: 64, rank: 'quiet', render: (row) => <span>{deviceTypeLabel[row.deviceType]}</span> },
  {
    id: 'calls',
    header: 'Calls',
    width: 64,
    min: 56,
    align: 'end',
    render: (row) => (row.calls === 0 ? <span>–</span> : <Chip small tone="green">{`${row.calls}`}</Chip>),
  },
  { id: 'seen', header: 'Last seen', width: 88, min: 56, align: 'end', hideable: false, rank: 'quiet', render: (row) => <RelativeTime at={row.lastSeenAt} /> },
];

export function VisitsPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Visitors" /> : <Visits key={companyId} paneId={paneId} companyId={companyId} />;
}

function Visits({ paneId, companyId }: { readonly paneId: string; readonly companyId: number }) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createVisitsQuery(app, companyId));
  const frozen = useSyncExternalStore(frozenFeed.subscribe, frozenFeed.get);
  const isFrozen = frozen?.companyId === companyId;
  // A feed that nobody looks at goes on.
  useEffect(() => () => frozenFeed.set(null), []);
  const rows = isFrozen ? frozen.rows : (query.data ?? none);
  const online = rows.filter((row) => row.isOnline).length;
  return (
    <PlainListPane
      paneId={paneId}
      kind="visit"
      scope="visits"
      isFeed
      title="Visitors"
      detail={query.isPending ? '' : isFrozen ? 'Frozen' : `${online} online`}
      columns={columns}
      drops={drops}
      rows={rows}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Source, page, campaign or number"
      onOpen={() => commands.run('dni.openVisit')}
      opens="visit"
      rowTone={(row) => (row.isOnline ? 'plain' : 'dim')}
      actions={[{ icon: isFrozen ? 'play' : 'pause', label: isFrozen ? 'Resume visitor feed' : 'Freeze visitor feed', command: 'dni.freeze' }]}
      empty={
        <EmptyState icon="users" action={{ title: 'Copy tracking script', keys: commands.keys('dni.copyScript'), onAct: () => commands.run('dni.copyScript') }}>
          No visitors yet. They appear here once a website has the tracking script.
        </EmptyState>
      }
    />
  );
}
