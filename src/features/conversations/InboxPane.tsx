/** The inbox: the list of conversations, narrowed by chips and words, worked by keys. */
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { Conversation } from '#contract/conversations/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { loadWhenIdle, startupPhases } from '../../api/startupPhases.ts';
import { isPaneFocused, PaneHeader, type PaneProps, type RelatedRows, subjectReaders, usePagedList, useView, useWorkspace } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { useUnread } from '../../shared/counts.ts';
import type { FilterChip, TableHandle } from '../../table/index.ts';
import { createConversationListQuery, type InboxView, inboxViews, openInbox, updateInboxFilter } from './data.ts';
import { inboxColumns } from './inboxColumns.tsx';

const InboxEmpty = lazy(loadWhenIdle(() => import('./InboxEmpty.tsx')));

/** The chips, each with the command its press runs. */
function createChips({ filter }: InboxView, keyFor: (id: string) => string | undefined): FilterChip[] {
  const { isArchived, isUnread, numberIds, types } = filter;
  return [
    {
      id: isArchived ? 'conversations.showOpen' : 'conversations.showArchived',
      label: isArchived ? 'Archived' : 'Open',
      active: true,
      keys: keyFor('conversations.showArchived'),
    },
    { id: isUnread ? 'conversations.showReadToo' : 'conversations.showUnread', label: 'Unread', active: isUnread ?? false },
    {
      id: 'conversations.showNumbers',
      label: numberIds?.length ? `${numberIds.length} ${numberIds.length === 1 ? 'number' : 'numbers'}` : 'All numbers',
      active: Boolean(numberIds?.length),
    },
    { id: 'conversations.showTypes', label: types?.length ? types.join(', ') : 'Calls, texts, voicemail', active: Boolean(types?.length) },
  ];
}

/** The list leads the panes beside it: its conversation is what they show. */
const leads = {
  getSubject: subjectReaders.conversation,
  findRowId: ({ conversationId }: RelatedRows) => conversationId,
  isAbout: (row: Conversation, { conversationId }: RelatedRows) => row.id === conversationId,
};
const drops = ['number', 'kind', 'latest'];

export function InboxPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const workspace = useWorkspace();
  const commands = useCommands();
  const view = useView(inboxViews, companyId);
  const table = useRef<TableHandle<Conversation>>(null);
  const { query, rows } = usePagedList(companyId, createConversationListQuery(app, companyId ?? 0, view));
  const newest = query.data?.pages[0]?.meta;
  const { isArchived, types, q, numberIds } = view.filter;
  // One count for this header and the list of companies; it knows numbers and nothing else, and where more narrows the list, the list has its own.
  const known = useUnread(companyId, numberIds, newest !== undefined);
  const unread = isArchived || types?.length || q || known === null ? (newest?.unread ?? 0) : known;
  useEffect(() => {
    if (!query.isPending) startupPhases.shown.complete();
  }, [query.isPending]);

  const openRow = (conversation: Conversation) => {
    workspace.follow(subjectReaders.conversation(conversation));
    workspace.open('conversation');
  };
  const inbox = {
    followCursor: () => {
      const row = isPaneFocused(workspace, paneId) ? table.current?.cursorRow() : undefined;
      if (row) workspace.follow(subjectReaders.conversation(row));
      return row?.id ?? null;
    },
    openNeighbour: (conversationId: number, to: 'next' | 'previous') => {
      const at = rows.findIndex((row) => row.id === conversationId);
      const next = rows[to === 'next' ? at + 1 : at - 1];
      if (next) table.current?.placeCursor(next.id);
      if (next) workspace.follow(subjectReaders.conversation(next));
    },
  };

  if (companyId === null) return <PaneHeader title="Inbox" />;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="conversation"
      scope="inbox"
      title="Inbox"
      label="Conversations"
      headerHidden
      detail={newest ? `${newest.total.toLocaleString('en-US')} ${isArchived ? 'archived' : 'open'} · ${unread.toLocaleString('en-US')} unread` : ''}
      columns={inboxColumns}
      drops={drops}
      rows={rows}
      total={newest?.total ?? null}
      query={query}
      getRowId={(row) => row.id}
      search={{ label: 'Search inbox', placeholder: 'Name or number', q, onChange: (words) => updateInboxFilter(companyId, { q: words }) }}
      chips={createChips(view, commands.keys)}
      summary={view.sort === 'newest' ? 'Newest first' : 'Oldest first'}
      filter={view.filter}
      filterKey={JSON.stringify(view)}
      onClearFilter={() => inboxViews.set(companyId, openInbox)}
      sort={{ columnId: 'time', direction: view.sort === 'newest' ? 'desc' : 'asc' }}
      leads={leads}
      rowTone={(row) => (row.numUnreadItems > 0 ? 'strong' : 'plain')}
      onOpen={openRow}
      selects="matching"
      table={table}
      more={{ handles: { inbox } }}
      empty={
        <Suspense fallback={null}>
          <InboxEmpty view={view} />
        </Suspense>
      }
    />
  );
}
