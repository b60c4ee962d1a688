/** Webhooks of the company, and the signing secret of one that was just made. */
import { useQuery } from '@tanstack/react-query';
import type { EventHook } from '#contract/eventHooks/entities.ts';
import { sentEventLabel } from '#contract/eventHooks/enums.ts';
import { formatNumber } from '#contract/text/number.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { type PaneProps, useView } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { ShownSecret } from '../../shared/ShownSecret.tsx';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState, RelativeTime } from '../../ui/index.ts';
import { createHooksQuery } from './data.ts';
import { shownSecrets } from './secretStore.ts';

const none: readonly EventHook[] = [];
const drops = ['waiting', 'delivered', 'lastDelivered', 'failed', 'problem', 'events'];

const formatEvents = ({ events }: EventHook) => events.map((event, at) => (at === 0 ? sentEventLabel[event] : sentEventLabel[event].toLowerCase())).join(', ');
const formatSearchText = (row: EventHook) => [row.url, formatEvents(row), row.problem ?? ''].join(' ');
const formatCount = (count: number) => (count === 0 ? '' : formatNumber(count));

const columns: readonly Column<EventHook>[] = [
  { id: 'url', header: 'Address', width: 260, min: 140, grow: 2, hideable: false, rank: 'lead', render: (row) => <span title={row.url}>{row.url}</span> },
  {
    id: 'status',
    header: 'Status',
    width: 88,
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
  { id: 'events', header: 'Events', width: 220, min: 96, grow: 1, rank: 'text', render: (row) => <span title={formatEvents(row)}>{formatEvents(row)}</span> },
  { id: 'waiting', header: 'Waiting', width: 72, min: 60, align: 'end', rank: 'text', render: (row) => <span>{formatCount(row.deliveries.waiting)}</span> },
  {
    id: 'delivered',
    header: 'Delivered',
    width: 80,
    min: 68,
    align: 'end',
    rank: 'text',
    render: (row) => <span>{formatCount(row.deliveries.delivered)}</span>,
  },
  { id: 'failed', header: 'Failed', width: 68, min: 56, align: 'end', rank: 'text', render: (row) => <span>{formatCount(row.deliveries.failed)}</span> },
  {
    id: 'problem',
    header: 'Problem',
    width: 200,
    min: 96,
    grow: 1,
    rank: 'quiet',
    render: (row) => <span title={row.problem ?? undefined}>{row.problem ?? ''}</span>,
  },
  {
    id: 'lastDelivered',
    header: 'Last delivered',
    width: 108,
    min: 64,
    align: 'end',
    rank: 'quiet',
    render: (row) => (row.lastDeliveredAt === null ? <span /> : <RelativeTime at={row.lastDeliveredAt} />),
  },
];

export function EventHooksPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createHooksQuery(app, companyId ?? 0), enabled: companyId !== null });
  const create = { title: 'Create webhook', keys: commands.keys('eventHooks.create'), onAct: () => commands.run('eventHooks.create') };
  return (
    <PlainListPane
      paneId={paneId}
      kind="eventHook"
      scope="eventHooks"
      title="Webhooks"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Address, event or problem"
      onOpen={() => commands.run('eventHooks.showDeliveries')}
      rowTone={(row) => (row.isActive ? 'plain' : 'dim')}
      actions={[{ icon: 'plus', label: 'Create webhook', command: 'eventHooks.create' }]}
      above={<SigningSecret companyId={companyId} />}
      empty={
        <EmptyState icon="zap" action={create}>
          No webhooks yet. A webhook tells your own software of calls, texts, leads and campaigns as they happen.
        </EmptyState>
      }
    />
  );
}

function SigningSecret({ companyId }: { readonly companyId: number | null }) {
  const { secret, url } = useView(shownSecrets, companyId);
  if (secret === null) return null;
  return (
    <ShownSecret
      label="Signing secret"
      secret={secret}
      copy={{ label: 'Copy webhook secret', command: 'eventHooks.copySecret' }}
      hide={{ label: 'Hide webhook secret', command: 'eventHooks.hideSecret' }}
    >
      Signing secret of {url}. It isn’t shown again: copy it to your receiver.
    </ShownSecret>
  );
}
