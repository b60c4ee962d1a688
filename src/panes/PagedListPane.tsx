/** A pane that is one list, loaded by page: header, search, chips, table and selection. The server narrows and sorts it. */
import { lazy, type ReactNode, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import type { PaneKind, RowKind, RowSelection, RowTypes, Scope } from '#commands/core/types.ts';
import { useCommands } from '../api/commands.ts';
import { loadWhenIdle, startupPhases } from '../api/startupPhases.ts';
import { type Column, createTableController, FilterBar, type FilterChip, type SortState, type TableHandle } from '../table/index.ts';
import { IconButton } from '../ui/index.ts';
import { useColumnChoice } from './columnChoice.ts';
import { type ListSearch, useListSearch } from './ListSearch.tsx';
import { type ListQuery, ListTable } from './ListTable.tsx';
import { useRegisterListPane } from './list.ts';
import { OpenedRow } from './OpenedRow.tsx';
import type { ListAction } from './PlainListPane.tsx';
import type { PaneState } from './paneStates.ts';
import type { PaneProps } from './registry.ts';
import { type LeadingList, useListLeader } from './useListLeader.ts';
import { PaneBody, PaneHeader } from './WorkspaceView.tsx';
import { useWorkspace } from './workspace.ts';

/** Nothing is selected when the first rows are shown: its code, and the commands it lists, come after them. */
const ListSelection = lazy(
  loadWhenIdle(async () => {
    await startupPhases.shown.done;
    return { default: (await import('./ListSelection.tsx')).ListSelection };
  }),
);

export interface ListFrameProps<K extends RowKind> extends Pick<PaneProps, 'paneId' | 'isFocused'> {
  readonly kind: K;
  readonly scope: Scope;
  readonly title: string;
  /** Name of the table, where it is not the title. */
  readonly label?: string;
  /** Without a row of column names. */
  readonly headerHidden?: boolean;
  /** Beside the title; how many rows there are by default. */
  readonly detail?: string;
  /** Name of the choice of columns, where it differs from the scope. */
  readonly columnsName?: string;
  readonly columns: readonly Column<RowTypes[K]>[];
  /** Columns that go first when the pane is narrow. */
  readonly drops: readonly string[];
  readonly rows: readonly RowTypes[K][];
  /** Number of rows that match, on all pages; null until the first has come. */
  readonly total: number | null;
  readonly query: ListQuery & { readonly refetch: () => unknown };
  readonly getRowId: (row: RowTypes[K]) => number;
  readonly search: ListSearch;
  readonly chips: readonly FilterChip[];
  /** Order or other words at the end of the chips. */
  readonly summary?: string;
  /** The order of the rows in words, and the command that turns it round. */
  readonly order?: { readonly label: string; readonly turn: string };
  /** Criteria that a bulk call over all that match carries. */
  readonly filter?: RowSelection<K>['filter'];
  /** Names the criteria: another key is another list. */
  readonly filterKey: string;
  /** The key of the list with all its rows: while `filterKey` is another one, the filter can be cleared. */
  readonly clearedKey: string;
  readonly onClearFilter: () => void;
  readonly sort?: SortState;
  readonly onSort?: (sort: SortState) => void;
  readonly onRefresh?: () => void;
  readonly onOpen: (row: RowTypes[K]) => void;
  /** Leads the panes beside it, if set. */
  readonly leads?: Pick<LeadingList<RowTypes[K]>, 'getSubject' | 'findRowId' | 'isAbout'>;
  /** Kind of the panes beside in which its rows open, where it doesn't lead. */
  readonly opens?: PaneKind;
  /** For the path in the top line, by the row under the cursor. */
  readonly subject?: (cursor: RowTypes[K]) => string;
  readonly actions?: readonly ListAction[];
  readonly rowTone?: (row: RowTypes[K]) => 'plain' | 'strong' | 'dim';
  /** Checks whether a row that came above the screen counts as new. */
  readonly isNews?: (row: RowTypes[K]) => boolean;
  /** At its top the list stays there when rows come above. */
  readonly keepsTop?: boolean;
  /** Rows can be selected, and all that match, or all that are loaded, by one key. */
  readonly selects?: 'matching' | 'loaded';
  /** Over the list. */
  readonly above?: ReactNode;
  /** Content shown when there are no rows. */
  readonly empty: ReactNode;
  readonly table: RefObject<TableHandle<RowTypes[K]> | null>;
  /** State of the pane besides that of its list. */
  readonly more?: Partial<PaneState>;
}

interface PagedListProps<K extends RowKind> extends Omit<ListFrameProps<K>, 'search' | 'table'> {
  readonly search: { readonly label: string; readonly placeholder: string; readonly q: string | undefined; readonly onChange: (q: string | undefined) => void };
  /** Given where the pane itself places the cursor. */
  readonly table?: RefObject<TableHandle<RowTypes[K]> | null>;
}

/** Leads the panes beside; a component of its own, because not every list does. */
function ListLeader<Row>({ paneId, isFocused, ...list }: LeadingList<Row> & Pick<PaneProps, 'paneId' | 'isFocused'>) {
  useListLeader(paneId, isFocused, list);
  return null;
}

/** The list with words looked for in a field that comes and goes. */
export function PagedListPane<K extends RowKind>(props: PagedListProps<K>) {
  const own = useRef<TableHandle<RowTypes[K]>>(null);
  const table = props.table ?? own;
  return <ListFrame {...props} table={table} search={useListSearch({ ...props.search, table })} />;
}

/** The list with a search of the pane's own. */
export function ListFrame<K extends RowKind>(props: ListFrameProps<K>) {
  const { paneId, kind, scope, title, columns, drops, rows, total, query, leads, table, search, selects } = props;
  const commands = useCommands();
  const workspace = useWorkspace();
  const [controller] = useState(createTableController);
  const [newer, setNewer] = useState(0);
  const { order } = props;
  const isFiltered = props.filterKey !== props.clearedKey;
  const shape = useMemo(() => ({ columns, drops }), [columns, drops]);
  const { layout, choose, reset } = useColumnChoice(props.columnsName ?? scope, paneId, shape);
  useRegisterListPane(paneId, {
    kind,
    scopes: [scope],
    table,
    search,
    filter: props.filter,
    sort: props.sort ?? null,
    isLoading: query.isPending && query.isFetching,
    isOutdated: query.isPlaceholderData ?? false,
    onRefresh: props.onRefresh ?? (() => void query.refetch()),
    onClearFilter: props.onClearFilter,
    isFiltered,
    ...(leads ? { onPeek: (row: RowTypes[K]) => workspace.follow(leads.getSubject(row)) } : {}),
    onResetColumns: reset,
    subject: props.subject,
    more: props.more,
  });

  return (
    <>
      <PaneHeader title={title} detail={props.detail ?? (total === null ? '' : total.toLocaleString('en-US'))}>
        <IconButton name="filter" label={search.label} keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
        {(props.actions ?? []).map(({ icon, label, command }) => (
          <IconButton key={command} name={icon} label={label} keys={commands.keys(command)} onClick={() => commands.run(command)} />
        ))}
      </PaneHeader>
      <PaneBody>
        {props.above}
        {search.place === 'above' && search.box}
        <FilterBar
          chips={props.chips}
          onPress={(id, args) => commands.run(id, args)}
          {...(props.summary === undefined ? {} : { summary: props.summary })}
          {...(order === undefined ? {} : { order: { label: order.label, onTurn: () => commands.run(order.turn) } })}
          clear={isFiltered ? { keys: commands.keys('list.clearFilter'), onClear: () => commands.run('list.clearFilter') } : undefined}
          newer={{ count: newer, onShow: () => table.current?.scrollToTop() }}
        >
          {search.place === undefined && search.box}
        </FilterBar>
        {search.suggestions}
        <ListTable
          ref={table}
          controller={controller}
          label={props.label ?? title}
          headerHidden={props.headerHidden ?? false}
          columns={columns}
          rows={rows}
          getRowId={props.getRowId}
          total={total}
          query={query}
          layout={layout}
          onLayoutChange={choose}
          filterKey={props.filterKey}
          {...(props.sort ? { sort: props.sort } : {})}
          {...(props.onSort ? { onSort: props.onSort } : {})}
          {...(props.rowTone ? { rowTone: props.rowTone } : {})}
          onOpen={props.onOpen}
          {...(props.isNews ? { isNews: props.isNews } : {})}
          keepsTop={props.keepsTop ?? false}
          onNewer={setNewer}
          empty={props.empty}
        />
        {selects && (
          <Suspense fallback={null}>
            <ListSelection
              controller={controller}
              kind={kind}
              total={selects === 'matching' ? total : null}
              all={selects === 'matching' ? 'list.selectMatching' : 'list.selectLoaded'}
            />
          </Suspense>
        )}
      </PaneBody>
      {/* Behind the table: its effects run in this order, when a view comes to the front again too, and the leader asks for the table’s cursor. */}
      {leads && (
        <ListLeader
          paneId={paneId}
          isFocused={props.isFocused}
          table={table}
          controller={controller}
          rows={rows}
          isEmpty={rows.length === 0 && !query.isFetching && !query.isError}
          rowsKey={query.isPlaceholderData === true ? null : props.filterKey}
          {...leads}
        />
      )}
      {props.opens && <OpenedRow paneId={paneId} kind={props.opens} table={table} controller={controller} rows={rows} getRowId={props.getRowId} />}
    </>
  );
}
