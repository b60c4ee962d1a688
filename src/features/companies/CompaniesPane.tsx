/** The companies the person may enter: Enter switches. For staff all there are: Enter asks as whom to act there. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isStaff } from '#commands/auth/impersonation.ts';
import type { CompanyListFilter, CompanyRow } from '#commands/companies/types.ts';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { lookAtCompanies } from '../../api/countsLive.ts';
import { changed, ListTable, PaneBody, PaneHeader, type PaneProps, useColumnChoice, useListSearch, useRegisterListPane } from '../../panes/index.ts';
import { useStore } from '../../store/store.ts';
import { createTableController, FilterBar, type FilterChip, type TableHandle } from '../../table/index.ts';
import { EmptyState, IconButton } from '../../ui/index.ts';
import { companyColumns, staffColumns } from './companyColumns.tsx';
import { companyList, companyView } from './data.ts';

/** The chips, each with the command its press runs. */
const chipsOf = ({ organizationId }: CompanyListFilter, organization: string | undefined, asStaff: boolean): FilterChip[] => [
  { id: 'companies.showAll', label: 'All companies', active: organizationId === undefined },
  ...(asStaff ? [] : [{ id: 'companies.showOrganization', label: organization ?? 'Organization', active: organizationId !== undefined }]),
];

/** Rows as the server lists them, with what the window knows newer of them: the selected company’s count moves with its inbox. */
function useRows(filter: CompanyListFilter, asStaff: boolean) {
  const app = useApp();
  const known = useAppState((state) => state.companies);
  const query = useInfiniteQuery({ ...companyList(app, filter, asStaff), placeholderData: (old) => old });
  const rows = useMemo(() => {
    const byId = new Map(known.map((company) => [company.id, company]));
    return (query.data?.pages ?? []).flatMap((page) => page.data.map((row): CompanyRow => byId.get(row.id) ?? row));
  }, [query.data, known]);
  return { query, rows, known };
}

const shape = { columns: companyColumns, drops: ['zone', 'role', 'organization', 'time'] };
const staffShape = { columns: staffColumns, drops: ['zone', 'organization'] };

export function CompaniesPane({ paneId, isFocused }: PaneProps) {
  const commands = useCommands();
  const filter = useStore(companyView);
  const table = useRef<TableHandle<CompanyRow>>(null);
  const [controller] = useState(createTableController);
  const asStaff = useAppState(isStaff);
  const { columns } = asStaff ? staffShape : shape;
  const { layout, choose, reset } = useColumnChoice(asStaff ? 'staffCompanies' : 'companies', paneId, asStaff ? staffShape : shape);
  const { query, rows, known } = useRows(filter, asStaff);
  const app = useApp();
  const look = useCallback(() => void lookAtCompanies(app).catch(() => undefined), [app]);
  // No channel tells of other companies: the list beside asks again when the user comes back to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of focus is a look
  useEffect(look, [look, isFocused]);
  const total = query.data?.pages.at(-1)?.meta.total ?? null;
  const search = useListSearch({
    label: 'Search the companies',
    placeholder: asStaff ? 'Name or organization' : 'Name',
    q: filter.q,
    onChange: (q) => companyView.set(changed(filter, { q })),
    table,
  });

  useRegisterListPane(paneId, {
    kind: 'company',
    scopes: ['companies'],
    table,
    search,
    isComing: query.isPending && query.isFetching,
    onRefresh: () => {
      look();
      void query.refetch();
    },
    onClearFilter: () => companyView.set({}),
    onResetColumns: reset,
  });

  const organization = known.find((company) => company.organizationId === filter.organizationId)?.organizationName ?? undefined;
  return (
    <>
      <PaneHeader title="Companies" detail={total === null ? '' : total.toLocaleString('en-US')}>
        <IconButton name="filter" label="Search the companies" keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
      </PaneHeader>
      <PaneBody>
        <FilterBar chips={chipsOf(filter, organization, asStaff)} onPress={(id) => commands.run(id)} summary={asStaff && filter.q ? 'best first' : 'by name'}>
          {search.box}
        </FilterBar>
        <ListTable
          ref={table}
          controller={controller}
          label="Companies"
          columns={columns}
          rows={rows}
          getRowId={(row) => row.id}
          total={total}
          query={query}
          layout={layout}
          onLayoutChange={choose}
          filterKey={JSON.stringify(filter)}
          rowTone={(row) => (row.unreadCount ? 'strong' : 'plain')}
          onOpen={(row) =>
            asStaff && !known.some(({ id }) => id === row.id) ? commands.run('company.actIn', { company: String(row.id) }) : commands.run('company.open')
          }
          empty={<NoCompanies isNarrowed={filter.q !== undefined || filter.organizationId !== undefined} asStaff={asStaff} />}
        />
      </PaneBody>
    </>
  );
}

function NoCompanies({ isNarrowed, asStaff }: { isNarrowed: boolean; asStaff: boolean }) {
  const commands = useCommands();
  if (isNarrowed)
    return (
      <EmptyState icon="filter" action={{ title: 'Show all companies', onAct: () => commands.run('companies.showAll') }}>
        No company matches.
      </EmptyState>
    );
  if (asStaff) return <EmptyState icon="building">No companies yet.</EmptyState>;
  return <EmptyState icon="building">You belong to no company yet. Ask an owner to invite you.</EmptyState>;
}
