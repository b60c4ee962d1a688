/** Messages that wait for their time, soonest first. The cursor leads the conversation and the contact beside it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ScheduledMessage } from '#contract/conversations/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps, type RelatedRows, subjectReaders, useArrivals, useWorkspace } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { filterRows } from '../../panes/PlainListPane.tsx';
import type { Column, TableHandle } from '../../table/index.ts';
import { FutureTime } from '../../ui/FutureTime.tsx';
import { Chip, EmptyState, formatNumberName, formatRecipientName, KeyCaps, PhoneText } from '../../ui/index.ts';
import { createScheduledQuery, getScheduledTime } from './scheduledData.ts';
import { repeatThreadTarget, setThreadTarget } from './threadTarget.ts';

const none: readonly ScheduledMessage[] = [];

const formatText = ({ details }: ScheduledMessage): string => {
  if (details.kind !== 'message') return '';
  const files = details.media.map(({ name }) => name).join(', ');
  return [details.message, files].filter(Boolean).join(' · ');
};
const formatRecipient = ({ conversation }: ScheduledMessage): string => formatRecipientName(conversation);
const formatNumber = ({ conversation }: ScheduledMessage): string => formatNumberName(conversation.number);

const columns: readonly Column<ScheduledMessage>[] = [
  { id: 'when', header: 'Time', width: 188, min: 112, hideable: false, render: (row) => <FutureTime at={getScheduledTime(row) ?? ''} /> },
  {
    id: 'who',
    header: 'Contact',
    width: 112,
    min: 80,
    hideable: false,
    rank: 'lead',
    render: ({ conversation: { contact, recipient } }) => contact?.name || <PhoneText number={recipient} mono={false} />,
  },
  { id: 'text', header: 'Message', width: 140, min: 80, grow: 1, rank: 'text', render: (row) => <span title={formatText(row)}>{formatText(row)}</span> },
  { id: 'number', header: 'Number', width: 96, min: 56, render: (row) => <Chip small>{formatNumber(row)}</Chip> },
  { id: 'by', header: 'Scheduled by', width: 92, min: 64, rank: 'quiet', render: ({ actor }) => actor?.name ?? 'Former user' },
];
const drops = ['by', 'number', 'text'];

export function ScheduledPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const workspace = useWorkspace();
  const table = useRef<TableHandle<ScheduledMessage>>(null);
  const [q, setQ] = useState<string | undefined>();
  const query = useQuery({ ...createScheduledQuery(app, companyId ?? 0), enabled: companyId !== null });
  const all = query.data ?? none;
  const rows = useMemo(
    () => filterRows(all, q, (row) => `${formatRecipient(row)} ${row.conversation.recipient} ${formatText(row)} ${formatNumber(row)}`),
    [all, q],
  );
  useArrivals(companyId, () => query.refetch());

  // biome-ignore lint/correctness/useExhaustiveDependencies: with other rows another may stand under the cursor
  useEffect(() => {
    const show = () => {
      const row = table.current?.cursorRow();
      if (row) setThreadTarget({ conversationId: row.conversationId, itemId: row.id });
    };
    show();
    return table.current?.subscribe(show);
  }, [rows]);
  useEffect(() => () => setThreadTarget(null), []);

  const leads = {
    getSubject: ({ conversation }: ScheduledMessage) => subjectReaders.conversation(conversation),
    // Of several messages to one conversation the one under the cursor stays.
    findRowId: ({ conversationId }: RelatedRows) => {
      const cursor = table.current?.cursorRow();
      return cursor?.conversationId === conversationId ? cursor.id : (rows.find((row) => row.conversationId === conversationId)?.id ?? null);
    },
    isAbout: (row: ScheduledMessage, { conversationId }: RelatedRows) => row.conversationId === conversationId,
  };

  if (companyId === null) return <PaneHeader title="Scheduled messages" />;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="scheduledMessage"
      scope="scheduled"
      title="Scheduled messages"
      columns={columns}
      drops={drops}
      rows={rows}
      total={query.isPending ? null : rows.length}
      query={query}
      getRowId={(row) => row.id}
      table={table}
      search={{ label: 'Search scheduled messages', placeholder: 'Name, number or text', q, onChange: setQ }}
      chips={[]}
      summary="Soonest first"
      filterKey={q ?? ''}
      clearedKey=""
      onClearFilter={() => setQ(undefined)}
      leads={leads}
      subject={formatRecipient}
      actions={[{ icon: 'refresh', label: 'Refresh the list', command: 'list.refresh' }]}
      onOpen={(row) => {
        repeatThreadTarget({ conversationId: row.conversationId, itemId: row.id });
        workspace.show(subjectReaders.conversation(row.conversation));
      }}
      empty={<NothingScheduled isFiltered={q !== undefined} />}
    />
  );
}

function NothingScheduled({ isFiltered }: { isFiltered: boolean }) {
  const commands = useCommands();
  if (isFiltered)
    return (
      <EmptyState icon="filter" action={{ title: 'Clear filter', keys: commands.keys('list.clearFilter'), onAct: () => commands.run('list.clearFilter') }}>
        No scheduled message matches this filter.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="calendar-clock"
      action={{ title: 'Start conversation', keys: commands.keys('conversations.start'), onAct: () => commands.run('conversations.start') }}
    >
      No scheduled messages yet. Write a message, then run “Schedule message” <KeyCaps keys={commands.keys('palette.open')} /> instead of sending it.
    </EmptyState>
  );
}
