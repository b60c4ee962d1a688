/** The companies the person may enter: Enter switches. For staff all there are: Enter asks as whom to act there. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { isStaff } from '#commands/auth/impersonation.ts';
import type { CompanyListFilter, CompanyRow } from '#commands/companies/types.ts';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { type PaneProps, updateFilter } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { refreshCompanies } from '../../shared/liveCounts.ts';
import { useStore } from '../../store/store.ts';
import type { FilterChip } from '../../table/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { companyColumns, staffColumns } from './companyColumns.tsx';
import { companyView, createCompanyListQuery } from './data.ts';

/** The chips, each with the command its press runs. */
const createChips = ({ organizationId }: CompanyListFilter, organization: string | undefined, asStaff: boolean): FilterChip[] => [
  { id: 'companies.showAll', label: 'All companies', active: organizationId === undefined },
  ...(asStaff ? [] : [{ id: 'companies.showOrganization', label: organization ?? 'Organization', active: organizationId !== undefined }]),
];

/** Rows as the server lists them, with what the window knows newer of them: the selected company’s count moves with its inbox. */
function useRows(filter: CompanyListFilter, asStaff: boolean) {
  const app = useApp();
  const known = useAppState((state) => state.companies);
  const query = useInfiniteQuery({ ...createCompanyListQuery(app, filter, asStaff), placeholderData: (old) => old });
  const rows = useMemo(() => {
    const byId = new Map(known.map((company) => [company.id, company]));
    return (query.data?.pages ?? []).flatMap((page) => page.data.map((row): CompanyRow => byId.get(row.id) ?? row));
  }, [query.data, known]);
  return { query, rows, known };
}

const shape = { columnsName: 'companies', columns: companyColumns, drops: ['zone', 'role', 'organization', 'time'] };
const staffShape = { columnsName: 'staffCompanies', columns: staffColumns, drops: ['zone', 'organization'] };

export function CompaniesPane({ paneId, isFocused }: PaneProps) {
  const commands = useCommands();
  const filter = useStore(companyView);
  const asStaff = useAppState(isStaff);
  const { query, rows, known } = useRows(filter, asStaff);
  const app = useApp();
  const look = useCallback(() => void refreshCompanies(app).catch(() => undefined), [app]);
  // No channel tells of other companies: the list beside asks again when the user comes back to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of focus is a look
  useEffect(look, [look, isFocused]);
  const total = query.data?.pages.at(-1)?.meta.total ?? null;
  const organization = known.find((company) => company.organizationId === filter.organizationId)?.organizationName ?? undefined;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="company"
      scope="companies"
      title="Companies"
      {...(asStaff ? staffShape : shape)}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.id}
      search={{
        label: 'Search the companies',
        placeholder: asStaff ? 'Name or organization' : 'Name',
        q: filter.q,
        onChange: (q) => companyView.set(updateFilter(filter, { q })),
      }}
      chips={createChips(filter, organization, asStaff)}
      summary={asStaff && filter.q ? 'Best first' : 'By name'}
      filterKey={JSON.stringify(filter)}
      clearedKey={JSON.stringify({})}
      onClearFilter={() => companyView.set({})}
      onRefresh={() => {
        look();
        void query.refetch();
      }}
      rowTone={(row) => (row.unreadCount ? 'strong' : 'plain')}
      onOpen={(row) =>
        asStaff && !known.some(({ id }) => id === row.id) ? commands.run('company.actIn', { company: String(row.id) }) : commands.run('company.open')
      }
      empty={<NoCompanies isNarrowed={filter.q !== undefined || filter.organizationId !== undefined} asStaff={asStaff} />}
    />
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
  return <EmptyState icon="building">You’re not in any company yet. Ask an owner to invite you.</EmptyState>;
}
