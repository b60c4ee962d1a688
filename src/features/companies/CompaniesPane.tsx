/** The companies the person may enter: Enter switches. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { CompanyListFilter } from '#commands/companies.services.ts';
import type { CompanySlim } from '#contract/entities.ts';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import {
  changed,
  ListTable,
  listTold,
  PaneBody,
  PaneHeader,
  type PaneProps,
  useColumnChoice,
  useFocusBoard,
  useListSearch,
  usePaneTold,
} from '../../panes/index.ts';
import { createTableController, FilterBar, type FilterChip, type TableHandle } from '../../table/index.ts';
import { EmptyState, IconButton } from '../../ui/index.ts';
import { companyColumns } from './companyColumns.tsx';
import { companyList, companyView } from './data.ts';

/** The chips, each with the command its press runs. */
const chipsOf = ({ organizationId }: CompanyListFilter, organization: string | undefined): FilterChip[] => [
  { id: 'companies.showAll', label: 'All companies', active: organizationId === undefined },
  { id: 'companies.showOrganization', label: organization ?? 'Organization', active: organizationId !== undefined },
];

/** Rows as the server lists them, with what the window knows newer of them: unread counts move live. */
function useRows(filter: CompanyListFilter) {
  const app = useApp();
  const known = useAppState((state) => state.companies);
  const query = useInfiniteQuery({ ...companyList(app, filter), placeholderData: (old) => old });
  const rows = useMemo(() => {
    const byId = new Map(known.map((company) => [company.id, company]));
    return (query.data?.pages ?? []).flatMap((page) => page.data.map((row): CompanySlim => byId.get(row.id) ?? row));
  }, [query.data, known]);
  return { query, rows, known };
}

const shape = { columns: companyColumns, drops: ['zone', 'role', 'organization'] };

export function CompaniesPane({ paneId }: PaneProps) {
  const board = useFocusBoard();
  const commands = useCommands();
  const filter = useSyncExternalStore(companyView.subscribe, companyView.get);
  const table = useRef<TableHandle<CompanySlim>>(null);
  const [controller] = useState(createTableController);
  const { layout, choose, reset } = useColumnChoice('companies', paneId, shape);
  const { query, rows, known } = useRows(filter);
  const total = query.data?.pages.at(-1)?.meta.total ?? null;
  const search = useListSearch({
    label: 'Search the companies',
    placeholder: 'Name',
    q: filter.q,
    onChange: (q) => companyView.set(changed(filter, { q })),
    table,
  });

  useEffect(() => table.current?.subscribe(board.touch), [board]);
  usePaneTold(paneId, () => {
    const told = listTold({
      kind: 'company',
      scopes: ['companies'],
      table: table.current,
      onRefresh: () => void query.refetch(),
      onClearFilter: () => companyView.set({}),
      onFocusFilter: search.focus,
      onResetColumns: reset,
    });
    return { ...told, handles: { back: () => search.back() || (told.handles?.back?.() ?? false) } };
  });

  const organization = known.find((company) => company.organizationId === filter.organizationId)?.organizationName ?? undefined;
  return (
    <>
      <PaneHeader title="Companies" detail={total === null ? '' : total.toLocaleString('en-US')}>
        <IconButton name="filter" label="Search the companies" keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
      </PaneHeader>
      <PaneBody>
        <FilterBar chips={chipsOf(filter, organization)} onPress={(id) => commands.run(id)} summary="by name">
          {search.box}
        </FilterBar>
        <ListTable
          ref={table}
          controller={controller}
          label="Companies"
          columns={companyColumns}
          rows={rows}
          getRowId={(row) => row.id}
          total={total}
          query={query}
          layout={layout}
          onLayoutChange={choose}
          filterKey={JSON.stringify(filter)}
          rowTone={(row) => (row.unreadCount > 0 ? 'strong' : 'plain')}
          onOpen={() => commands.run('company.open')}
          empty={<NoCompanies isNarrowed={filter.q !== undefined || filter.organizationId !== undefined} />}
        />
      </PaneBody>
    </>
  );
}

function NoCompanies({ isNarrowed }: { isNarrowed: boolean }) {
  const commands = useCommands();
  if (isNarrowed)
    return (
      <EmptyState icon="filter" action={{ title: 'Show all companies', onAct: () => commands.run('companies.showAll') }}>
        No company matches.
      </EmptyState>
    );
  return <EmptyState icon="building">You belong to no company yet. Ask an owner to invite you.</EmptyState>;
}
