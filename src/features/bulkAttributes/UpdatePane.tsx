/** A bulk attribute update: the rows of the file with what each cell changes; the steps before and after take the list’s place. */
import { useMemo } from 'react';
import type { AttributeFileRow } from '#commands/bulkAttributes/types.ts';
import type { FlowView } from '#commands/core/types.ts';
import { attributeFilterLabel, attributeRowFilters } from '#contract/bulkAttributes/enums.ts';
import { getReason, type UpdateSnapshot, userEvents } from '#machines/bulkAttributes/index.ts';
import { isIn } from '#machines/state.ts';
import { useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { type ListQuery, PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { useStore } from '../../store/store.ts';
import type { FilterChip } from '../../table/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { UpdateSteps, UpdateSummary } from './UpdateSteps.tsx';
import { createUpdateColumns } from './updateColumns.tsx';
import { type UpdateActor, updateStore } from './updateStore.ts';
import { allRows, filterFileRows, getRowFilter, type UpdateView } from './view.ts';

const title = 'Bulk attribute update';
const drops = ['entityType', 'line'];
const columns = createUpdateColumns(false);
const appliedColumns = createUpdateColumns(true);
const actions = [{ icon: 'download', label: 'Download template', command: 'attributes.template' }] as const;

export function UpdatePane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title={title} /> : <Update {...props} companyId={companyId} />;
}

interface Props extends Pick<PaneProps, 'paneId' | 'isFocused'> {
  readonly actor: UpdateActor;
  readonly snapshot: UpdateSnapshot;
  readonly flow: FlowView;
}

function Update({ companyId, ...pane }: PaneProps & { readonly companyId: number }) {
  const { entry, snapshot, flow } = useFlow(updateStore, companyId, { userEvents, getReason });
  const view = useStore(entry.view);
  const rows = useStore(entry.rows);
  const props = { ...pane, actor: entry.actor, snapshot, flow };
  const hasRows = snapshot.context.checked !== null && !isIn(snapshot, 'failed', 'rejected', 'parsing');
  return hasRows ? <Rows {...props} rows={rows} view={view} onView={entry.view.set} /> : <Steps {...props} />;
}

const toPaneState = ({ actor, snapshot, flow }: Props) => ({
  flows: { bulkAttributes: flow },
  subject: snapshot.context.file || null,
  context: { attributeColumns: snapshot.context.checked?.headers ?? null },
  handles: { send: { bulkAttributes: (event: Parameters<UpdateActor['send']>[0]) => actor.send(event) } },
});

function Steps(props: Props) {
  useRegisterPane(props.paneId, () => ({ scopes: ['bulkAttributes'], ...toPaneState(props) }));
  return (
    <>
      <PaneHeader title={title} />
      <PaneBody>
        <UpdateSteps snapshot={props.snapshot} isFocused={props.isFocused} />
      </PaneBody>
    </>
  );
}

/** The chips: each result there is, with its count. */
function createChips(rows: readonly AttributeFileRow[], { show }: UpdateView): FilterChip[] {
  const counts = Map.groupBy(rows, getRowFilter);
  return attributeRowFilters
    .filter((filter) => counts.has(filter) || show === filter)
    .map((filter) => ({
      ...(show === filter ? { id: 'list.clearFilter' } : { id: 'attributes.show', args: { show: filter } }),
      label: `${attributeFilterLabel[filter]} ${(counts.get(filter)?.length ?? 0).toLocaleString('en-US')}`,
      active: show === filter,
    }));
}

/** All rows are here: there is nothing to fetch. */
const loaded: ListQuery & { readonly refetch: () => void } = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => {} };

interface RowsProps extends Props {
  readonly rows: readonly AttributeFileRow[];
  readonly view: UpdateView;
  readonly onView: (view: UpdateView) => void;
}

function Rows(props: RowsProps) {
  const { paneId, isFocused, snapshot, rows, view, onView } = props;
  const commands = useCommands();
  const shown = useMemo(() => filterFileRows(rows, view), [rows, view]);
  const { file, key } = snapshot.context;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="attributeRow"
      scope="bulkAttributes"
      title={title}
      detail={`${file} · ${rows.length.toLocaleString('en-US')}`}
      columns={isIn(snapshot, 'done') ? appliedColumns : columns}
      drops={drops}
      rows={shown}
      total={shown.length}
      query={loaded}
      getRowId={(row) => row.line}
      search={{ label: 'Search the rows', placeholder: 'Record, field or value', q: view.q, onChange: (q) => onView({ ...view, q }) }}
      chips={createChips(rows, view)}
      filterKey={JSON.stringify([key, view])}
      clearedKey={JSON.stringify([key, allRows])}
      onClearFilter={() => onView(allRows)}
      above={<UpdateSummary snapshot={snapshot} />}
      rowTone={(row) => (row.isLeftOut || row.verdict === 'unchanged' ? 'dim' : 'plain')}
      onOpen={(row) => {
        if (isIn(snapshot, 'reviewing')) commands.run('attributes.fix');
        else if (row.entityType === 'Number' && row.entityId !== null) commands.run('go.number', { number: String(row.entityId) });
      }}
      // Rows come by filters alone.
      isNews={() => false}
      selects="loaded"
      actions={actions}
      more={toPaneState(props)}
      empty={
        <EmptyState icon="filter" action={{ title: 'Show all rows', onAct: () => commands.run('list.clearFilter') }}>
          No row matches this filter.
        </EmptyState>
      }
    />
  );
}
