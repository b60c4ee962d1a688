/** Integrations in one table; the form takes the list's place while one is added or changed. */
import { useQuery } from '@tanstack/react-query';
import type { FlowView } from '#commands/core/types.ts';
import type { Ga4Integration } from '#contract/integrations/entities.ts';
import { conversionKindLabel } from '#contract/integrations/enums.ts';
import { formatNumber } from '#contract/text/number.ts';
import { type Ga4Snapshot, getReason, userEvents } from '#machines/ga4Integration/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { FormPane } from '../../panes/FormPane.tsx';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState, RelativeTime } from '../../ui/index.ts';
import { createGa4Query } from './data.ts';
import { Ga4Form } from './Ga4Form.tsx';
import { type Ga4Actor, ga4Store } from './ga4Store.ts';

const none: readonly Ga4Integration[] = [];
const drops = ['waiting', 'lastSent', 'problem', 'unknown', 'refused', 'events'];

const formatEvents = ({ events }: Ga4Integration) =>
  events.map((kind, at) => (at === 0 ? conversionKindLabel[kind] : conversionKindLabel[kind].toLowerCase())).join(', ');
const formatCount = (count: number) => (count === 0 ? '' : formatNumber(count));
const formatSearchText = (row: Ga4Integration) => ['Google Analytics', row.measurementId, formatEvents(row), row.problem ?? ''].join(' ');

const columns: readonly Column<Ga4Integration>[] = [
  { id: 'name', header: 'Integration', width: 150, min: 110, hideable: false, rank: 'lead', render: () => <span>Google Analytics</span> },
  { id: 'account', header: 'Account', width: 140, min: 96, hideable: false, rank: 'text', render: (row) => <span>{row.measurementId}</span> },
  {
    id: 'status',
    header: 'Status',
    width: 90,
    min: 64,
    render: (row) => {
      if (!row.isActive) return <Chip small>Off</Chip>;
      return (
        <Chip small tone={row.problem === null ? 'green' : 'red'}>
          {row.problem === null ? 'On' : 'Problem'}
        </Chip>
      );
    },
  },
  { id: 'events', header: 'Events', width: 200, min: 96, grow: 1, rank: 'text', render: (row) => <span>{formatEvents(row)}</span> },
  { id: 'waiting', header: 'Waiting', width: 72, min: 60, align: 'end', rank: 'text', render: (row) => <span>{formatCount(row.conversions.waiting)}</span> },
  { id: 'accepted', header: 'Accepted', width: 80, min: 68, align: 'end', rank: 'text', render: (row) => <span>{formatCount(row.conversions.accepted)}</span> },
  { id: 'refused', header: 'Refused', width: 76, min: 64, align: 'end', rank: 'text', render: (row) => <span>{formatCount(row.conversions.refused)}</span> },
  {
    id: 'unknown',
    header: 'Not confirmed',
    width: 104,
    min: 72,
    align: 'end',
    rank: 'text',
    render: (row) => <span>{formatCount(row.conversions.unknown)}</span>,
  },
  {
    id: 'problem',
    header: 'Problem',
    width: 180,
    min: 96,
    grow: 1,
    rank: 'quiet',
    render: (row) => <span title={row.problem ?? undefined}>{row.problem ?? ''}</span>,
  },
  {
    id: 'lastSent',
    header: 'Last accepted',
    width: 104,
    min: 64,
    align: 'end',
    rank: 'quiet',
    render: (row) => (row.lastSentAt === null ? <span /> : <RelativeTime at={row.lastSentAt} />),
  },
];

export function IntegrationsPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Integrations" /> : <Integrations key={companyId} paneId={paneId} companyId={companyId} />;
}

interface Props {
  readonly paneId: string;
  readonly companyId: number;
  readonly actor: Ga4Actor;
  readonly snapshot: Ga4Snapshot;
  readonly flow: FlowView;
}

function Integrations(place: Pick<Props, 'paneId' | 'companyId'>) {
  const { entry, snapshot, flow } = useFlow(ga4Store, place.companyId, { userEvents, getReason });
  const props = { ...place, actor: entry.actor, snapshot, flow };
  return isIn(snapshot, 'editing', 'saving') ? <Form {...props} /> : <List {...props} />;
}

function Form({ paneId, companyId, actor, snapshot, flow }: Props) {
  const { id, savedMeasurementId } = snapshot.context.draft;
  return (
    <FormPane
      paneId={paneId}
      title={id === null ? 'Connect Google Analytics' : 'Edit GA4 integration'}
      subject={id === null ? 'New integration' : savedMeasurementId}
      scopes={['ga4Form', 'integrations']}
      flows={{ ga4Integration: flow }}
      send={{ ga4Integration: (event) => actor.send(event) }}
      getCloseReason={() => getReason(actor.getSnapshot(), 'stream.closed')}
      onClose={() => actor.send({ type: 'stream.closed' })}
      closeCommand="integrations.closeGa4"
    >
      <Ga4Form companyId={companyId} actor={actor} snapshot={snapshot} />
    </FormPane>
  );
}

function List({ paneId, companyId, actor, snapshot, flow }: Props) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createGa4Query(app, companyId));
  return (
    <PlainListPane
      paneId={paneId}
      kind="ga4Integration"
      scope="integrations"
      title="Integrations"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Account, event or problem"
      onOpen={() => commands.run('integrations.editGa4')}
      rowTone={(row) => (row.isActive && !(isIn(snapshot, 'deleting') && snapshot.context.target?.id === row.id) ? 'plain' : 'dim')}
      actions={[{ icon: 'plus', label: 'Connect Google Analytics', command: 'integrations.beginGa4' }]}
      more={{ flows: { ga4Integration: flow }, handles: { send: { ga4Integration: (event) => actor.send(event) } } }}
      empty={
        <EmptyState
          icon="chart"
          action={{ title: 'Connect Google Analytics', keys: commands.keys('integrations.beginGa4'), onAct: () => commands.run('integrations.beginGa4') }}
        >
          No integrations yet. An integration reports calls, texts and leads to the tools you measure your marketing with.
        </EmptyState>
      }
    />
  );
}
