/** Deliveries of one webhook, the newest first: what the receiver answered, and when it is tried again. */
import { useQuery } from '@tanstack/react-query';
import type { HookDeliveryRow } from '#commands/eventHooks/types.ts';
import { type HookDeliveryState, hookDeliveryStateLabel, sentEventLabel } from '#contract/eventHooks/enums.ts';
import { formatNumber } from '#contract/text/number.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { FutureTime } from '../../ui/FutureTime.tsx';
import { Chip, EmptyState, RelativeTime } from '../../ui/index.ts';
import { createDeliveriesQuery, createHooksQuery } from './data.ts';

const none: readonly HookDeliveryRow[] = [];
const drops = ['messageId', 'duration', 'attempts', 'due', 'answer'];

const tones: Readonly<Record<HookDeliveryState, 'green' | 'amber' | 'red' | undefined>> = {
  waiting: 'amber',
  sending: 'amber',
  delivered: 'green',
  failed: 'red',
  dropped: undefined,
};
/** Words of the answer, or why there is none. */
const formatAnswer = ({ status, answer, reason }: HookDeliveryRow) =>
  [status === null || reason?.includes(String(status)) ? '' : String(status), reason ?? '', answer ?? ''].filter((part) => part !== '').join(' · ');
const formatSearchText = (row: HookDeliveryRow) => [row.messageId, sentEventLabel[row.event], hookDeliveryStateLabel[row.state], formatAnswer(row)].join(' ');

const columns: readonly Column<HookDeliveryRow>[] = [
  { id: 'event', header: 'Event', width: 132, min: 100, hideable: false, rank: 'lead', render: (row) => <span>{sentEventLabel[row.event]}</span> },
  {
    id: 'state',
    header: 'Status',
    width: 88,
    min: 72,
    render: (row) => {
      const tone = tones[row.state];
      return (
        <Chip small {...(tone === undefined ? {} : { tone })}>
          {hookDeliveryStateLabel[row.state]}
        </Chip>
      );
    },
  },
  { id: 'answer', header: 'Answer', width: 220, min: 96, grow: 1, rank: 'text', render: (row) => <span title={formatAnswer(row)}>{formatAnswer(row)}</span> },
  { id: 'attempts', header: 'Attempts', width: 76, min: 64, align: 'end', rank: 'text', render: (row) => <span>{formatNumber(row.attempts)}</span> },
  {
    id: 'duration',
    header: 'Took',
    width: 76,
    min: 60,
    align: 'end',
    rank: 'quiet',
    render: (row) => <span>{row.durationMs === null ? '' : `${formatNumber(row.durationMs)} ms`}</span>,
  },
  {
    id: 'due',
    header: 'Next attempt',
    width: 104,
    min: 72,
    rank: 'text',
    render: (row) => (row.dueAt === null ? <span /> : <FutureTime at={row.dueAt} />),
  },
  { id: 'messageId', header: 'Message ID', width: 150, min: 90, rank: 'quiet', render: (row) => <span title={row.messageId}>{row.messageId}</span> },
  { id: 'occurred', header: 'Happened', width: 104, min: 64, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.occurredAt} /> },
];

export function HookDeliveriesPane({ paneId, params }: PaneProps) {
  const companyId = useCompanyId();
  const hookId = Number(params.id);
  if (companyId === null || !Number.isSafeInteger(hookId) || hookId <= 0)
    return (
      <>
        <PaneHeader title="Webhook deliveries" />
        {companyId !== null && <EmptyState icon="zap">Select a webhook to see its deliveries.</EmptyState>}
      </>
    );
  return <Deliveries key={`${companyId}/${hookId}`} paneId={paneId} companyId={companyId} hookId={hookId} />;
}

function Deliveries({ paneId, companyId, hookId }: { readonly paneId: string; readonly companyId: number; readonly hookId: number }) {
  const app = useApp();
  const query = useQuery(createDeliveriesQuery(app, companyId, hookId));
  const { rows = none, total = 0 } = query.data ?? {};
  const url = useQuery(createHooksQuery(app, companyId)).data?.find(({ id }) => id === hookId)?.url;
  const count = total > rows.length ? `${formatNumber(rows.length)} newest of ${formatNumber(total)}` : formatNumber(total);
  return (
    <PlainListPane
      paneId={paneId}
      kind="hookDelivery"
      scope="hookDeliveries"
      isFeed
      title="Webhook deliveries"
      detail={url === undefined ? count : `${count} · ${url}`}
      columns={columns}
      drops={drops}
      rows={rows}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Event, answer or message ID"
      empty={<EmptyState icon="zap">Nothing was sent yet. Events are sent as they happen.</EmptyState>}
    />
  );
}
