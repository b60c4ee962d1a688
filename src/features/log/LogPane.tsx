/** The commands the person ran, newest first: Enter runs one again. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { CommandRun } from '#contract/me/entities.ts';
import { type App, useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { keys } from '../../api/queries.ts';
import { ListTable, PaneBody, PaneHeader, type PaneProps, useColumnChoice, useListSearch, useRegisterListPane } from '../../panes/index.ts';
import { createTableController, FilterBar, type TableHandle } from '../../table/index.ts';
import { EmptyState, IconButton } from '../../ui/index.ts';
import { logColumns } from './logColumns.tsx';

const createCommandLogQuery = (app: App) =>
  queryOptions({ queryKey: keys.me('command-log'), queryFn: ({ signal }) => app.api.call('me.commandLog', { signal }), staleTime: 0 });

const shape = { columns: logColumns, drops: ['source', 'with'] };

export function LogPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const table = useRef<TableHandle<CommandRun>>(null);
  const [controller] = useState(createTableController);
  const { layout, choose, reset } = useColumnChoice('log', paneId, shape);
  const [q, setQ] = useState<string | undefined>();
  const query = useQuery(createCommandLogQuery(app));
  const rows = useMemo(() => {
    const words = (q ?? '').toLowerCase().split(/\s+/);
    return (query.data?.data ?? []).filter((row) =>
      words.every((word) => `${row.title} ${row.source} ${row.outcome} ${row.detail ?? ''}`.toLowerCase().includes(word)),
    );
  }, [query.data, q]);
  const search = useListSearch({ label: 'Search the command log', placeholder: 'Command, outcome', q, onChange: setQ, table });

  useRegisterListPane(paneId, {
    kind: 'commandRun',
    scopes: ['log'],
    table,
    search,
    isLoading: query.isPending && query.isFetching,
    onRefresh: () => void query.refetch(),
    onClearFilter: () => setQ(undefined),
    isFiltered: q !== undefined,
    onResetColumns: reset,
  });

  return (
    <>
      <PaneHeader title="Command log" detail={query.data ? query.data.meta.total.toLocaleString('en-US') : ''}>
        <IconButton name="redo" label="Run again" keys={commands.keys('keyline.again')} onClick={() => commands.run('keyline.again')} />
        <IconButton name="filter" label="Search the command log" keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
      </PaneHeader>
      <PaneBody>
        {search.box && (
          <FilterBar
            chips={[]}
            onPress={commands.run}
            clear={q === undefined ? undefined : { keys: commands.keys('list.clearFilter'), onClear: () => commands.run('list.clearFilter') }}
          >
            {search.box}
          </FilterBar>
        )}
        <ListTable
          ref={table}
          controller={controller}
          label="Command log"
          columns={logColumns}
          rows={rows}
          getRowId={(row) => row.id}
          total={q === undefined ? (query.data?.meta.total ?? null) : rows.length}
          query={query}
          layout={layout}
          onLayoutChange={choose}
          filterKey={q ?? ''}
          onOpen={() => commands.run('keyline.again')}
          empty={<NoRuns isNarrowed={q !== undefined} />}
        />
      </PaneBody>
    </>
  );
}

function NoRuns({ isNarrowed }: { isNarrowed: boolean }) {
  const commands = useCommands();
  if (isNarrowed)
    return (
      <EmptyState icon="filter" action={{ title: 'Clear filter', keys: commands.keys('list.clearFilter'), onAct: () => commands.run('list.clearFilter') }}>
        No command matches this filter.
      </EmptyState>
    );
  return (
    <EmptyState icon="history" action={{ title: 'Open the palette', keys: commands.keys('palette.open'), onAct: () => commands.run('palette.open') }}>
      No commands yet.
    </EmptyState>
  );
}
