/** Pools by name; the form takes the list's place while one is created or changed. */
import { useQuery } from '@tanstack/react-query';
import type { FlowView } from '#commands/core/types.ts';
import type { DniPool } from '#contract/dni/entities.ts';
import { dniSourceLabel } from '#contract/dni/enums.ts';
import { getReason, type PoolSnapshot, userEvents } from '#machines/dniPool/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { FormPane } from '../../panes/FormPane.tsx';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { UnsavedDrafts } from '../../panes/UnsavedLine.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { useKeptDrafts } from '../../store/keptDrafts.ts';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState, RelativeTime } from '../../ui/index.ts';
import { createPoolsQuery } from './data.ts';
import { PoolForm } from './PoolForm.tsx';
import { type PoolActor, poolDrafts, poolStore } from './poolStore.ts';

const none: readonly DniPool[] = [];
const drops = ['updated', 'warnings', 'sites', 'status'];

const formatSource = ({ source, sourceValue }: DniPool) => [dniSourceLabel[source], sourceValue].filter((part) => part !== null).join(': ');
const formatNumbers = ({ numbers }: DniPool) => `${numbers.filter(({ isHeld }) => isHeld).length} of ${numbers.length}`;
const formatSearchText = (pool: DniPool) => [pool.name, formatSource(pool), ...pool.origins, ...pool.numbers.map(({ number }) => number)].join(' ');

const columns: readonly Column<DniPool>[] = [
  { id: 'name', header: 'Pool', width: 180, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.name}</span> },
  {
    id: 'status',
    header: 'Status',
    width: 76,
    min: 56,
    render: (row) => (
      <Chip small {...(row.isActive ? { tone: 'green' as const } : {})}>
        {row.isActive ? 'On' : 'Off'}
      </Chip>
    ),
  },
  { id: 'source', header: 'Source', width: 150, min: 88, hideable: false, rank: 'text', render: (row) => <span>{formatSource(row)}</span> },
  { id: 'sites', header: 'Websites', width: 180, min: 88, grow: 1, rank: 'text', render: (row) => <span>{row.origins.join(', ')}</span> },
  { id: 'numbers', header: 'In use', width: 76, min: 60, align: 'end', rank: 'text', render: (row) => <span>{formatNumbers(row)}</span> },
  {
    id: 'warnings',
    header: 'Warning',
    width: 220,
    min: 96,
    grow: 1,
    rank: 'quiet',
    render: (row) => <span title={row.warnings.join('\n')}>{row.warnings[0] ?? ''}</span>,
  },
  { id: 'updated', header: 'Updated', width: 96, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.updatedAt} /> },
];

export function PoolsPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="DNI pools" /> : <Pools key={companyId} paneId={paneId} companyId={companyId} />;
}

interface Props {
  readonly paneId: string;
  readonly companyId: number;
  readonly actor: PoolActor;
  readonly snapshot: PoolSnapshot;
  readonly flow: FlowView;
}

function Pools(place: Pick<Props, 'paneId' | 'companyId'>) {
  const { entry, snapshot, flow } = useFlow(poolStore, place.companyId, { userEvents, getReason });
  const props = { ...place, actor: entry.actor, snapshot, flow };
  return isIn(snapshot, 'editing', 'saving') ? <Form {...props} /> : <List {...props} />;
}

function Form({ paneId, companyId, actor, snapshot, flow }: Props) {
  const { id, name } = snapshot.context.draft;
  return (
    <FormPane
      paneId={paneId}
      title={id === null ? 'New DNI pool' : 'Edit DNI pool'}
      subject={id === null ? 'New pool' : name}
      scopes={['dniPoolForm', 'dniPools']}
      flows={{ dniPool: flow }}
      send={{ dniPool: (event) => actor.send(event) }}
      getCloseReason={() => getReason(actor.getSnapshot(), 'pool.closed')}
      onClose={() => actor.send({ type: 'pool.closed' })}
      closeCommand="dni.close"
    >
      <PoolForm companyId={companyId} actor={actor} snapshot={snapshot} />
    </FormPane>
  );
}

function List({ paneId, companyId, actor, snapshot, flow }: Props) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createPoolsQuery(app, companyId));
  const kept = useKeptDrafts(poolDrafts, companyId, query.data ?? none);
  return (
    <PlainListPane
      paneId={paneId}
      kind="dniPool"
      scope="dniPools"
      title="DNI pools"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Name, source, website or number"
      onOpen={() => commands.run('dni.edit')}
      above={<UnsavedDrafts names={kept.map(({ name }) => name.trim() || 'new pool')} />}
      rowTone={(row) => (row.isActive && snapshot.context.leaving?.pool.id !== row.id ? 'plain' : 'dim')}
      actions={[
        { icon: 'plus', label: 'Create DNI pool', command: 'dni.begin' },
        { icon: 'clipboard', label: 'Copy tracking script', command: 'dni.copyScript' },
      ]}
      more={{ flows: { dniPool: flow }, handles: { send: { dniPool: (event) => actor.send(event) } } }}
      empty={
        <EmptyState icon="globe" action={{ title: 'Create DNI pool', keys: commands.keys('dni.begin'), onAct: () => commands.run('dni.begin') }}>
          No pools yet. A pool shows each visitor of your website a number of their own, so you see where calls come from.
        </EmptyState>
      }
    />
  );
}
