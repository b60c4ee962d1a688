/** Numbers on the marketplace: what is asked for each, and the sums over them. */
import { useQuery } from '@tanstack/react-query';
import { formatDollars } from '#contract/core/money.ts';
import type { MarketplaceKpi, MarketplaceNumber } from '#contract/marketplace/entities.ts';
import { numberStatusLabel } from '#contract/numbers/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps, useView } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { displayPhone, EmptyState, Icon, PhoneText, RelativeTime } from '../../ui/index.ts';
import { createKpiQuery, createListingsQuery, marketplaceViews } from './data.ts';
import css from './Marketplace.module.css';

const formatWhole = (count: number) => count.toLocaleString('en-US');

const columns: readonly Column<MarketplaceNumber>[] = [
  {
    id: 'mark',
    header: 'Listed',
    headerHidden: true,
    width: 32,
    min: 32,
    hideable: false,
    render: (row) => (row.isListed ? <Icon name="card" tone="green" label="Listed" /> : <Icon name="hash" tone="muted" label="Not listed" />),
  },
  { id: 'number', header: 'Number', width: 140, min: 124, hideable: false, rank: 'lead', render: (row) => <PhoneText number={row.number} /> },
  { id: 'label', header: 'Label', width: 160, min: 72, grow: 1, rank: 'text', render: (row) => <span>{row.label}</span> },
  { id: 'price', header: 'Price', width: 100, min: 72, align: 'end', render: (row) => <span>{row.price === null ? '' : formatDollars(row.price)}</span> },
  { id: 'status', header: 'Status', width: 80, min: 64, rank: 'text', render: (row) => <span>{capitalize(numberStatusLabel[row.status === 1 ? 1 : 0])}</span> },
  { id: 'calls30_days', header: 'Calls, 30 days', width: 104, min: 56, align: 'end', render: (row) => <span>{formatWhole(row.calls30Days)}</span> },
  {
    id: 'listed_at',
    header: 'Listed since',
    width: 104,
    min: 56,
    align: 'end',
    rank: 'quiet',
    render: (row) => (row.listedAt === null ? null : <RelativeTime at={row.listedAt} />),
  },
];
const drops = ['listed_at', 'status', 'calls30_days', 'label'];
const none: readonly MarketplaceNumber[] = [];

function Kpis({ kpi }: { kpi: MarketplaceKpi }) {
  const sums = [
    ['Listed', `${formatWhole(kpi.listed)} of ${formatWhole(kpi.numbers)}`],
    ['Total asking price', formatDollars(kpi.askingTotal)],
    ['Average price', kpi.averagePrice === null ? '–' : formatDollars(kpi.averagePrice)],
    ['Monthly cost', formatDollars(kpi.monthlyCostListed)],
    ['Calls, 30 days', formatWhole(kpi.calls30DaysListed)],
    ['Idle, not listed', formatWhole(kpi.idle)],
  ] as const;
  return (
    <dl className={css.kpis} aria-label="Marketplace totals">
      {sums.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function MarketplacePane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Marketplace" /> : <Marketplace {...props} companyId={companyId} />;
}

function Marketplace({ paneId, companyId }: PaneProps & { companyId: number }) {
  const app = useApp();
  const commands = useCommands();
  const { which } = useView(marketplaceViews, companyId);
  const query = useQuery(createListingsQuery(app, companyId, which));
  const kpi = useQuery(createKpiQuery(app, companyId));
  return (
    <PlainListPane
      paneId={paneId}
      kind="listing"
      scope="marketplace"
      title="Marketplace"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={(row) => [row.number, displayPhone(row.number), row.label, row.vanity].join(' ')}
      placeholder="Number or label"
      onOpen={() => commands.run('marketplace.open')}
      actions={[{ icon: 'download', label: 'Download the marketplace report', command: 'marketplace.report' }]}
      chips={[
        { id: 'marketplace.showAll', label: 'All numbers', active: which === 'all' },
        { id: 'marketplace.showListed', label: 'Listed', active: which === 'listed' },
      ]}
      above={kpi.data ? <Kpis kpi={kpi.data} /> : null}
      empty={
        which === 'listed' ? (
          <EmptyState icon="card" action={{ title: 'Show all numbers', onAct: () => commands.run('marketplace.showAll') }}>
            No listed numbers. Select a number and list it.
          </EmptyState>
        ) : (
          <EmptyState icon="card">You don’t have access to any numbers in this company.</EmptyState>
        )
      }
    />
  );
}
