/** The numbers of the company: Enter opens one; what is selected is changed by commands, by one or by thousands. */

import { useEffect, useRef } from 'react';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { numberStatus, numberStatusLabel } from '#contract/numbers/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps, type RelatedRows, subjectReaders, updateFilter, usePagedList, useView } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import type { FilterChip, TableHandle } from '../../table/index.ts';
import { EmptyState, formatNumberName } from '../../ui/index.ts';
import { allNumbers, createNumberListQuery, type NumbersView, numberViews, requestedNumbers, useNumbers } from './data.ts';
import { numberColumns } from './numberColumns.tsx';

const statuses = [
  ['numbers.showActive', numberStatus.active],
  ['numbers.showParked', numberStatus.parked],
  ['numbers.showDeactivated', numberStatus.deactivated],
] as const;

/** The chips, each with the command its press runs. */
const createChips = ({ filter }: NumbersView): FilterChip[] => [
  { id: 'numbers.showAll', label: 'All numbers', active: filter.status === undefined && !filter.q && filter.tagId === undefined },
  ...statuses.map(([command, status]) => ({
    id: filter.status === status ? 'numbers.showAnyStatus' : command,
    label: capitalize(numberStatusLabel[status]),
    active: filter.status === status,
  })),
];

const drops = ['tags', 'type', 'created_at', 'status', 'hours', 'routing_type', 'calls30_days'];

const leads = {
  getSubject: subjectReaders.number,
  findRowId: ({ numberId }: RelatedRows) => numberId,
  isAbout: (row: PhoneNumber, { numberId }: RelatedRows) => row.id === numberId,
};

export function NumbersPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const commands = useCommands();
  const view = useView(numberViews, companyId);
  const table = useRef<TableHandle<PhoneNumber>>(null);
  const { query, rows, total } = usePagedList(companyId, createNumberListQuery(app, companyId ?? 0, view));
  const all = useNumbers(companyId);
  const parked = all.filter((number) => number.status === numberStatus.parked).length;
  useRequestedNumber(companyId, all, table);
  if (companyId === null) return <PaneHeader title="Numbers" />;
  const detail = total === null ? '' : `${total.toLocaleString('en-US')}${parked > 0 ? ` · ${parked.toLocaleString('en-US')} parked` : ''}`;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="number"
      scope="numbers"
      title="Numbers"
      detail={detail}
      columns={numberColumns}
      drops={drops}
      table={table}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.id}
      search={{
        label: 'Search numbers',
        placeholder: 'Number, label or tag',
        q: view.filter.q,
        onChange: (q) => numberViews.change(companyId, { filter: updateFilter(view.filter, { q }) }),
      }}
      chips={createChips(view)}
      filter={view.filter}
      filterKey={JSON.stringify(view.filter)}
      clearedKey={JSON.stringify(allNumbers.filter)}
      onClearFilter={() => numberViews.change(companyId, { filter: allNumbers.filter })}
      sort={view.sort}
      onSort={(sort) => numberViews.change(companyId, { sort })}
      subject={formatNumberName}
      rowTone={(row) => (row.status === numberStatus.deactivated ? 'dim' : 'plain')}
      // Numbers come by what the company’s own people do: one that was just bought is not to wait behind a count.
      keepsTop
      leads={leads}
      onOpen={() => commands.run('numbers.open')}
      selects="matching"
      empty={<NoNumbers isNarrowed={Object.keys(view.filter).length > 0} />}
    />
  );
}

function NoNumbers({ isNarrowed }: { isNarrowed: boolean }) {
  const commands = useCommands();
  const mayBuy = useMay('numbers.buy');
  if (isNarrowed)
    return (
      <EmptyState icon="filter" action={{ title: 'Show all numbers', onAct: () => commands.run('numbers.showAll') }}>
        No number matches this filter.
      </EmptyState>
    );
  if (mayBuy)
    return (
      <EmptyState icon="hash" action={{ title: 'Buy numbers', keys: commands.keys('numbers.buy'), onAct: () => commands.run('numbers.buy') }}>
        No numbers yet.
      </EmptyState>
    );
  return <EmptyState icon="hash">You don’t have access to any numbers. Ask an owner or administrator.</EmptyState>;
}

/** A number that was jumped to: where the list does not have it, it is narrowed to it, so that the cursor can be on it. */
function useRequestedNumber(companyId: number | null, all: readonly PhoneNumber[], table: React.RefObject<TableHandle<PhoneNumber> | null>) {
  const wanted = useView(requestedNumbers, companyId).id;
  useEffect(() => {
    const number = all.find(({ id }) => id === wanted);
    if (!number) return;
    requestedNumbers.change(companyId, { id: null });
    if (table.current?.placeCursor(number.id) !== true) numberViews.change(companyId, { filter: { q: number.number } });
  }, [wanted, companyId, all, table]);
}
