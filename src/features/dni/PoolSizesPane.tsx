/** Sizes of a pool compared: how many visitors would see no number of their own, and what each size costs. Enter buys the numbers that lack. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolSizeRow } from '#commands/dni/types.ts';
import type { PoolSizes } from '#contract/dni/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState, formatAbsoluteTime } from '../../ui/index.ts';
import css from './Dni.module.css';
import { createPoolSizesQuery, createPoolsQuery } from './data.ts';
import { formatDay } from './reportDays.ts';

const none: readonly PoolSizeRow[] = [];
const drops = ['cost', 'replayed'];

const formatCount = (count: number) => count.toLocaleString('en-US');
const formatSessions = (count: number) => (count === 1 ? '1 visitor session' : `${formatCount(count)} visitor sessions`);
/** Formats a share with two digits that say something: 12 %, 2.1 %, 0.13 %. */
const formatShare = (share: number) => (share < 0.00005 ? '0%' : `${Number((share * 100).toPrecision(2))}%`);
const formatCost = (cost: number | null) =>
  cost === null || cost === 0 ? '–' : `${cost > 0 ? '+' : '−'}$${Math.abs(cost).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

const columns: readonly Column<PoolSizeRow>[] = [
  {
    id: 'numbers',
    header: 'Numbers',
    width: 104,
    min: 96,
    grow: 1,
    hideable: false,
    rank: 'lead',
    render: (row) => (
      <span className={css.cell}>
        {formatCount(row.numbers)}
        {row.isCurrent && <Chip small>Now</Chip>}
      </span>
    ),
  },
  { id: 'without', header: 'Without a number', width: 124, min: 104, align: 'end', hideable: false, render: (row) => formatShare(row.without) },
  { id: 'replayed', header: 'On the replayed day', width: 136, min: 104, align: 'end', render: (row) => formatCount(row.replayed) },
  { id: 'cost', header: 'Per month', width: 92, min: 72, align: 'end', render: (row) => formatCost(row.extraCost) },
];

export function PoolSizesPane({ paneId, params }: PaneProps) {
  const companyId = useCompanyId();
  const id = Number(params.id);
  if (companyId === null || !Number.isSafeInteger(id) || id <= 0)
    return (
      <>
        <PaneHeader title="DNI pool sizes" />
        {companyId !== null && <EmptyState icon="chart">Select a pool to compare its sizes.</EmptyState>}
      </>
    );
  return <Sizes key={`${companyId}/${id}`} paneId={paneId} companyId={companyId} id={id} day={params.day} />;
}

function Sizes({ paneId, companyId, id, day }: { readonly paneId: string; readonly companyId: number; readonly id: number; readonly day: string | undefined }) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createPoolSizesQuery(app, companyId, id, day));
  const name = useQuery(createPoolsQuery(app, companyId)).data?.find((pool) => pool.id === id)?.name ?? '';
  const sizes = query.data;
  const rows = useMemo(() => {
    const current = sizes?.data.find(({ isCurrent }) => isCurrent)?.numbers ?? 0;
    return sizes?.data.map((size): PoolSizeRow => ({ ...size, poolId: id, current })) ?? none;
  }, [sizes, id]);
  return (
    <PlainListPane
      paneId={paneId}
      kind="poolSize"
      scope="dniPoolSizes"
      title="DNI pool sizes"
      detail={name}
      columns={columns}
      drops={drops}
      rows={rows}
      query={query}
      getRowId={(row) => row.numbers}
      formatSearchText={(row) => String(row.numbers)}
      placeholder="Numbers"
      onOpen={() => commands.run('dni.buySize')}
      above={sizes && <Summary sizes={sizes} />}
      empty={<EmptyState icon="chart">No sizes to compare.</EmptyState>}
    />
  );
}

function Summary({ sizes }: { readonly sizes: PoolSizes }) {
  const { sessions, busiest, replay, days, timezone } = sizes;
  return (
    <div className={css.summary}>
      {sessions === 0 ? (
        <p className={css.quiet}>{`No visitor sessions in the last ${days} days: nothing to compare yet.`}</p>
      ) : (
        <p className={css.quiet}>
          {`${formatSessions(sessions)} in the last ${days} days.`}
          {busiest && ` ${busiest.inUse.toFixed(1)} numbers in use at a time in the busiest hour, ${formatAbsoluteTime(busiest.at, timezone)}.`}
        </p>
      )}
      {replay && <p className={css.quiet}>{`Replayed day: ${formatDay(replay.day)}, ${formatSessions(replay.sessions)}.`}</p>}
    </div>
  );
}
