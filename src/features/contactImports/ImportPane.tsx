/** An import of contacts: the rows of the file with what saving each does; the steps before and after take the list's place. */

import type { FlowView } from '#commands/core/types.ts';
import type { ImportRow } from '#contract/contactImports/entities.ts';
import { formatImportWord, type ImportRowFilter } from '#contract/contactImports/enums.ts';
import { getReason, type ImportSnapshot, userEvents } from '#machines/contactImport/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, usePagedList, useRegisterPane } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { useStore } from '../../store/store.ts';
import type { FilterChip } from '../../table/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { allRows, createRowsQuery, type ImportView } from './data.ts';
import { ImportSteps, ImportSummary } from './ImportSteps.tsx';
import { importColumns } from './importColumns.tsx';
import { type ImportActor, importStore } from './importStore.ts';

const drops = ['city', 'email', 'companyName', 'line'];

export function ImportPane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Import contacts" /> : <Import {...props} companyId={companyId} />;
}

interface Props extends Pick<PaneProps, 'paneId' | 'isFocused'> {
  readonly companyId: number;
  readonly actor: ImportActor;
  readonly snapshot: ImportSnapshot;
  readonly flow: FlowView;
}

function Import({ companyId, ...pane }: PaneProps & Pick<Props, 'companyId'>) {
  const { entry, snapshot, flow } = useFlow(importStore, companyId, { userEvents, getReason });
  const view = useStore(entry.view);
  const props = { ...pane, companyId, actor: entry.actor, snapshot, flow };
  const hasRows = snapshot.context.checked !== null && !isIn(snapshot, 'ready.staging', 'rejected', 'failed');
  return hasRows ? <Rows {...props} view={view} onView={entry.view.set} /> : <Steps {...props} />;
}

const toPaneState = ({ actor, snapshot, flow }: Props) => ({
  flows: { contactImport: flow },
  subject: snapshot.context.file || null,
  context: { importSheet: snapshot.context.sheet },
  handles: { send: { contactImport: (event: Parameters<ImportActor['send']>[0]) => actor.send(event) } },
});

function Steps(props: Props) {
  useRegisterPane(props.paneId, () => ({ scopes: ['contactImport'], ...toPaneState(props) }));
  return (
    <>
      <PaneHeader title="Import contacts" />
      <PaneBody>
        <ImportSteps snapshot={props.snapshot} isFocused={props.isFocused} />
      </PaneBody>
    </>
  );
}

/** The chips: each result there is, with its count. */
function createChips({ context: { checked } }: ImportSnapshot, { show }: ImportView): FilterChip[] {
  if (checked === null) return [];
  const { counts } = checked;
  const counted: readonly (readonly [ImportRowFilter, number])[] = [
    ['create', counts.create],
    ['update', counts.update],
    ['restore', counts.restore],
    ['unchanged', counts.unchanged],
    ['duplicate', counts.duplicate],
    ['invalid', counts.invalid],
    ['over_limit', counts.overLimit],
    ['opted_out', counts.optedOut],
    ['left_out', counts.leftOut],
    ['held', counts.held],
  ];
  const shown = counted.filter(([filter, count]) => count > 0 || show === filter);
  const problems = counts.duplicate + counts.invalid + counts.overLimit + counts.held;
  return (problems > 0 || show === 'problems' ? [['problems', problems] as const, ...shown] : shown).map(([filter, count]) => ({
    ...(show === filter ? { id: 'list.clearFilter' } : { id: 'imports.show', args: { show: filter } }),
    label: `${formatImportWord(filter)} ${count.toLocaleString('en-US')}`,
    active: show === filter,
  }));
}

const isFixable = (row: ImportRow) => row.outcome === null;

function Rows(props: Props & { readonly view: ImportView; readonly onView: (view: ImportView) => void }) {
  const { paneId, isFocused, companyId, snapshot, view, onView } = props;
  const app = useApp();
  const commands = useCommands();
  const { query, rows, total } = usePagedList(companyId, createRowsQuery(app, companyId, snapshot.context.key, view));
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="importRow"
      scope="contactImport"
      title="Import contacts"
      detail={`${snapshot.context.file} · ${(snapshot.context.checked?.total ?? 0).toLocaleString('en-US')}`}
      columns={importColumns}
      drops={drops}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.line}
      search={{ label: 'Search the rows', placeholder: 'Name, phone or any value', q: view.q, onChange: (q) => onView({ ...view, q }) }}
      chips={createChips(snapshot, view)}
      filterKey={JSON.stringify([snapshot.context.key, view])}
      clearedKey={JSON.stringify([snapshot.context.key, allRows])}
      onClearFilter={() => onView(allRows)}
      above={<ImportSummary snapshot={snapshot} />}
      rowTone={(row) => (row.isLeftOut || row.verdict === 'unchanged' || row.verdict === 'duplicate' ? 'dim' : 'plain')}
      onOpen={(row) => {
        if (isFixable(row) && isIn(snapshot, 'ready')) commands.run('imports.fix');
        else if (row.contact) commands.run('go.contact', { contact: String(row.contact.id) });
      }}
      // Rows come by filters alone.
      isNews={() => false}
      selects="loaded"
      more={toPaneState(props)}
      empty={
        <EmptyState icon="filter" action={{ title: 'Show all rows', onAct: () => commands.run('list.clearFilter') }}>
          No row matches this filter.
        </EmptyState>
      }
    />
  );
}
