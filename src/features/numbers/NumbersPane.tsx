/** The numbers of the company: Enter opens one; what is selected is changed by commands, by one or by thousands. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { numberStatus, numberStatusLabel } from '#contract/numbers/enums.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { changed, ListTable, PaneBody, PaneHeader, type PaneProps, useColumnChoice, useListSearch, useRegisterListPane, useView } from '../../panes/index.ts';
import { createTableController, FilterBar, type FilterChip, SelectionBar, type TableHandle } from '../../table/index.ts';
import { displayPhone, EmptyState, IconButton } from '../../ui/index.ts';
import { allNumbers, type NumbersView, numberList, numberViews, useNumbers } from './data.ts';
import { numberColumns } from './numberColumns.tsx';

const statuses = [
  ['numbers.showActive', numberStatus.active],
  ['numbers.showParked', numberStatus.parked],
  ['numbers.showDeactivated', numberStatus.deactivated],
] as const;

/** The chips, each with the command its press runs. */
const chipsOf = ({ filter }: NumbersView): FilterChip[] => [
  { id: 'numbers.showAll', label: 'All numbers', active: filter.status === undefined && !filter.q && filter.tagId === undefined },
  ...statuses.map(([command, status]) => ({
    id: filter.status === status ? 'numbers.showAnyStatus' : command,
    label: capitalize(numberStatusLabel[status]),
    active: filter.status === status,
  })),
];

const shape = { columns: numberColumns, drops: ['tags', 'type', 'created_at', 'status', 'hours', 'routing_type', 'calls30_days'] };

export function NumbersPane({ paneId, params }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const commands = useCommands();
  const view = useView(numberViews, companyId);
  const table = useRef<TableHandle<PhoneNumber>>(null);
  const [controller] = useState(createTableController);
  const { layout, choose, reset } = useColumnChoice('numbers', paneId, shape);
  const query = useInfiniteQuery({
    ...numberList(app, companyId ?? 0, view),
    enabled: companyId !== null,
    placeholderData: (old, last) => (last?.queryKey[1] === companyId ? old : undefined),
  });
  const all = useNumbers(companyId);
  const rows = useMemo(() => {
    const seen = new Set<number>();
    return (query.data?.pages ?? []).flatMap((page) => page.data.filter((row) => !seen.has(row.id) && seen.add(row.id)));
  }, [query.data]);
  const total = query.data?.pages.at(-1)?.meta.total ?? null;
  const parked = all.filter((number) => number.status === numberStatus.parked).length;
  const search = useListSearch({
    label: 'Search numbers',
    placeholder: 'Number, label or tag',
    q: view.filter.q,
    onChange: (q) => numberViews.change(companyId, { filter: changed(view.filter, { q }) }),
    table,
  });

  useWanted(params.id, companyId, all, table);
  useRegisterListPane(paneId, {
    kind: 'number',
    scopes: ['numbers'],
    table,
    search,
    filter: view.filter,
    sort: view.sort,
    isComing: query.isPending && query.isFetching,
    onRefresh: () => void query.refetch(),
    onClearFilter: () => numberViews.change(companyId, { filter: allNumbers.filter }),
    onResetColumns: reset,
    subject: (number) => number.label || displayPhone(number.number),
  });

  if (companyId === null) return <PaneHeader title="Numbers" />;
  const detail = total === null ? '' : `${total.toLocaleString('en-US')}${parked > 0 ? ` · ${parked.toLocaleString('en-US')} parked` : ''}`;
  return (
    <>
      <PaneHeader title="Numbers" detail={detail}>
        <IconButton name="filter" label="Filter the numbers" keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
      </PaneHeader>
      <PaneBody>
        <FilterBar chips={chipsOf(view)} onPress={(id) => commands.run(id)}>
          {search.box}
        </FilterBar>
        <ListTable
          ref={table}
          controller={controller}
          label="Numbers"
          columns={numberColumns}
          rows={rows}
          getRowId={(row) => row.id}
          total={total}
          query={query}
          sort={view.sort}
          onSort={(sort) => numberViews.change(companyId, { sort })}
          layout={layout}
          onLayoutChange={choose}
          filterKey={JSON.stringify(view.filter)}
          rowTone={(row) => (row.status === numberStatus.deactivated ? 'dim' : 'plain')}
          onOpen={() => commands.run('numbers.open')}
          empty={<NoNumbers isNarrowed={Object.keys(view.filter).length > 0} />}
        />
        <SelectionBar
          controller={controller}
          noun={{ one: 'number', many: 'numbers' }}
          total={total}
          onSelectMatching={() => commands.run('list.selectMatching')}
          onClear={() => commands.run('list.selectNone')}
          keys={{ matching: commands.keys('list.selectMatching'), clear: commands.keys('list.selectNone') }}
        />
      </PaneBody>
    </>
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

/** A number that the address names: the list is narrowed to it, so that it is there to put the cursor on. */
function useWanted(wanted: string | undefined, companyId: number | null, all: readonly PhoneNumber[], table: React.RefObject<TableHandle<PhoneNumber> | null>) {
  const done = useRef<string | null>(null);
  useEffect(() => {
    const number = all.find((each) => String(each.id) === wanted);
    if (!number || done.current === wanted) return;
    done.current = wanted ?? null;
    if (table.current?.placeCursor(number.id) !== true) numberViews.change(companyId, { filter: { q: number.number } });
  }, [wanted, companyId, all, table]);
}
