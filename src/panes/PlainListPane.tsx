/** A pane that is one list, all of it loaded: header, search, table and selection. What narrows it is looked for in the rows themselves. */
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { getRowNouns } from '#commands/core/rows.ts';
import type { PaneKind, RowKind, RowTypes, Scope } from '#commands/core/types.ts';
import { fold } from '#contract/text/fold.ts';
import { useCommands } from '../api/commands.ts';
import { type Column, createTableController, FilterBar, type FilterChip, type TableHandle } from '../table/index.ts';
import { EmptyState, IconButton, type IconName } from '../ui/index.ts';
import { useFocusOn } from '../ui/useStartsWithFocus.ts';
import { useColumnChoice } from './columnChoice.ts';
import { useListSearch } from './ListSearch.tsx';
import { ListSelection } from './ListSelection.tsx';
import { type ListQuery, ListTable } from './ListTable.tsx';
import { useRegisterListPane } from './list.ts';
import { OpenedRow } from './OpenedRow.tsx';
import type { PaneState } from './paneStates.ts';
import type { PaneProps } from './registry.ts';
import { PaneBody, PaneHeader } from './WorkspaceView.tsx';

/** Rows that have all the words of `q`, whatever their capitals and accents. */
export function filterRows<Row>(rows: readonly Row[], q: string | undefined, formatSearchText: (row: Row) => string): readonly Row[] {
  const words = fold(q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = fold(formatSearchText(row));
    return words.every((word) => text.includes(word));
  });
}

/** A button in the header, and the command it runs. */
export interface ListAction {
  readonly icon: IconName;
  readonly label: string;
  readonly command: string;
}

interface PlainListProps<K extends RowKind> extends Pick<PaneProps, 'paneId'> {
  readonly kind: K;
  readonly scope: Scope;
  readonly title: string;
  readonly detail?: string;
  readonly columns: readonly Column<RowTypes[K]>[];
  /** Columns that go first when the pane is narrow. */
  readonly drops: readonly string[];
  readonly rows: readonly RowTypes[K][];
  readonly query: ListQuery & { readonly refetch: () => unknown };
  readonly getRowId: (row: RowTypes[K]) => string | number;
  /** Returns the text of a row in which a search looks. */
  readonly formatSearchText: (row: RowTypes[K]) => string;
  readonly placeholder: string;
  /** Given where commands narrow the list too; kept by the pane otherwise. */
  readonly search?: { readonly q: string | undefined; readonly set: (q: string | undefined) => void };
  readonly onOpen?: (row: RowTypes[K]) => void;
  /** Kind of the panes beside in which its rows open. */
  readonly opens?: PaneKind;
  readonly actions?: readonly ListAction[];
  readonly chips?: readonly FilterChip[];
  /** Content shown when there are no rows at all. */
  readonly empty: ReactNode;
  /** Over the list. */
  readonly above?: ReactNode;
  /** The list takes the keyboard when this becomes another word; null: it does not. */
  readonly takesFocus?: string | null;
  /** True where rows come by themselves all day: the one that is read stays in its place, and those above it are counted. */
  readonly isFeed?: boolean;
  /** State of the pane besides that of its list. */
  readonly more?: Partial<PaneState>;
  readonly rowTone?: (row: RowTypes[K]) => 'plain' | 'strong' | 'dim';
}

export function PlainListPane<K extends RowKind>(props: PlainListProps<K>) {
  const { paneId, kind, scope, title, columns, drops, rows, query, formatSearchText, more } = props;
  const commands = useCommands();
  const table = useRef<TableHandle<RowTypes[K]>>(null);
  const [controller] = useState(createTableController);
  const [newer, setNewer] = useState(0);
  const shape = useMemo(() => ({ columns, drops }), [columns, drops]);
  const { layout, choose, reset } = useColumnChoice(scope, paneId, shape);
  const own = useState<string | undefined>();
  const [q, setQ] = props.search ? [props.search.q, props.search.set] : own;
  const shown = useMemo(() => filterRows(rows, q, formatSearchText), [rows, q, formatSearchText]);
  const search = useListSearch({ label: `Search the ${title.toLowerCase()}`, placeholder: props.placeholder, q, onChange: setQ, table });

  const { takesFocus = null } = props;
  useFocusOn(takesFocus, () => table.current?.focus());
  useRegisterListPane(paneId, {
    kind,
    scopes: [scope],
    table,
    search,
    isLoading: query.isPending && query.isFetching,
    onRefresh: () => void query.refetch(),
    onClearFilter: () => setQ(undefined),
    isFiltered: q !== undefined,
    onResetColumns: reset,
    more,
  });

  const count = q === undefined ? rows.length : shown.length;
  return (
    <>
      <PaneHeader title={title} detail={props.detail ?? (query.isPending ? '' : count.toLocaleString('en-US'))}>
        <IconButton
          name="filter"
          label={`Search the ${title.toLowerCase()}`}
          keys={commands.keys('list.focusFilter')}
          onClick={() => commands.run('list.focusFilter')}
        />
        {(props.actions ?? []).map(({ icon, label, command }) => (
          <IconButton key={command} name={icon} label={label} keys={commands.keys(command)} onClick={() => commands.run(command)} />
        ))}
      </PaneHeader>
      <PaneBody>
        {props.above}
        {(search.box || props.chips || newer > 0) && (
          <FilterBar
            chips={props.chips ?? []}
            onPress={(id) => commands.run(id)}
            clear={q === undefined ? undefined : { keys: commands.keys('list.clearFilter'), onClear: () => commands.run('list.clearFilter') }}
            newer={{ count: newer, onShow: () => table.current?.scrollToTop() }}
          >
            {search.box}
          </FilterBar>
        )}
        <ListTable
          ref={table}
          controller={controller}
          label={title}
          columns={columns}
          rows={shown}
          getRowId={props.getRowId}
          total={query.isPending ? null : count}
          query={query}
          layout={layout}
          onLayoutChange={choose}
          filterKey={q ?? ''}
          keepsTop={!props.isFeed}
          onNewer={setNewer}
          {...(props.rowTone ? { rowTone: props.rowTone } : {})}
          {...(props.onOpen ? { onOpen: props.onOpen } : {})}
          empty={
            q === undefined ? (
              props.empty
            ) : (
              <EmptyState
                icon="filter"
                action={{ title: 'Clear filter', keys: commands.keys('list.clearFilter'), onAct: () => commands.run('list.clearFilter') }}
              >
                {`No ${getRowNouns(kind).one} matches.`}
              </EmptyState>
            )
          }
        />
        <ListSelection controller={controller} kind={kind} total={count} all="list.selectLoaded" />
      </PaneBody>
      {props.opens && <OpenedRow paneId={paneId} kind={props.opens} table={table} controller={controller} rows={shown} getRowId={props.getRowId} />}
    </>
  );
}
