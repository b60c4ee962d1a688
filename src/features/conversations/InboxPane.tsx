/** The inbox: the list of conversations, narrowed by chips and words, worked by keys. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Conversation } from '#contract/conversations/entities.ts';
import { limits } from '#contract/core/limits.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { loadWhenIdle, startupPhases } from '../../api/startupPhases.ts';
import {
  isPaneFocused,
  PaneHeader,
  type PaneProps,
  type RelatedRows,
  subjectReaders,
  useListSearch,
  usePagedList,
  useView,
  useWorkspace,
} from '../../panes/index.ts';
import { ListFrame } from '../../panes/PagedListPane.tsx';
import { useUnread } from '../../shared/counts.ts';
import type { FilterChip, TableHandle } from '../../table/index.ts';
import { createConversationListQuery, getFoundKey, type InboxView, inboxViews, openInbox, toListView } from './data.ts';
import type { Found } from './FoundItems.tsx';
import { inboxColumns } from './inboxColumns.tsx';

/** Nothing is searched before somebody types. */
const FoundItems = lazy(() => import('./FoundItems.tsx'));
const SearchSuggestions = lazy(() => import('./SearchSuggestions.tsx'));
const InboxEmpty = lazy(loadWhenIdle(() => import('./InboxEmpty.tsx')));

/** The chips, each with the command its press runs. */
function createChips({ filter }: InboxView, keyFor: (id: string) => FilterChip['keys']): FilterChip[] {
  const { isArchived, isUnread, numberIds, types } = filter;
  const shownKind = isArchived ? 'conversations.showOpen' : 'conversations.showArchived';
  return [
    {
      id: shownKind,
      label: isArchived ? 'Archived' : 'Open',
      active: true,
      keys: keyFor(shownKind),
    },
    { id: isUnread ? 'conversations.showReadToo' : 'conversations.showUnread', label: 'Unread', active: isUnread ?? false },
    {
      id: 'conversations.showNumbers',
      label: numberIds?.length ? `${numberIds.length} ${numberIds.length === 1 ? 'number' : 'numbers'}` : 'All numbers',
      active: Boolean(numberIds?.length),
    },
    { id: 'conversations.showTypes', label: types?.length ? types.join(', ') : 'All types', active: Boolean(types?.length) },
  ];
}

/** The list leads the panes beside it: its conversation is what they show. */
const leads = {
  getSubject: subjectReaders.conversation,
  findRowId: ({ conversationId }: RelatedRows) => conversationId,
  isAbout: (row: Conversation, { conversationId }: RelatedRows) => row.id === conversationId,
};
const drops = ['number', 'kind', 'latest'];
const getRowId = ({ id }: Conversation) => id;
const isNews = ({ latestItem }: Conversation) => latestItem === null || latestItem.isInbound;

export function InboxPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const workspace = useWorkspace();
  const commands = useCommands();
  const view = useView(inboxViews, companyId);
  const table = useRef<TableHandle<Conversation>>(null);
  const { query, rows } = usePagedList(companyId, createConversationListQuery(app, companyId ?? 0, toListView(view)));
  const newest = query.data?.pages[0]?.meta;
  const [searched, setFound] = useState<Found | null>(null);
  const { isArchived, types, q, numberIds } = view.filter;
  // One count for this header and the list of companies; it knows numbers and nothing else, and where more narrows the list, the list has its own.
  const known = useUnread(companyId, numberIds, newest !== undefined);
  const unread = isArchived || types?.length || q || known === null ? (newest?.unread ?? 0) : known;
  useEffect(() => {
    if (!query.isPending) startupPhases.shown.complete();
  }, [query.isPending]);

  // Rows of another search stay until this one is known, and no key acts on them.
  const last = q ? searched : null;
  const isOld = q !== undefined && last !== null && last.filterKey !== getFoundKey(q, view.searchIn);
  const found = last !== null && isOld ? { ...last, query: { ...last.query, isPlaceholderData: true } } : last;
  const shown = found?.rows ?? rows;
  const search = useListSearch({
    label: 'Search inbox',
    placeholder: 'Name, number or text',
    q,
    // A new search looks everywhere; one that is changed stays where it is.
    onChange: (words) => {
      const { q: _, ...others } = view.filter;
      inboxViews.change(companyId, words === undefined ? { filter: others, searchIn: undefined } : { filter: { ...others, q: words } });
    },
    table,
    maxLength: limits.searchCharacters,
    Suggestions: SearchSuggestions,
  });

  const openRow = (conversation: Conversation) => {
    workspace.show(subjectReaders.conversation(conversation));
  };
  const inbox = {
    followCursor: () => {
      const row = isPaneFocused(workspace, paneId) ? table.current?.cursorRow() : undefined;
      if (row) workspace.follow(subjectReaders.conversation(row));
      return row?.id ?? null;
    },
    openNeighbour: (conversationId: number, to: 'next' | 'previous') => {
      const at = shown.findIndex((row) => row.id === conversationId);
      const next = to === 'next' ? shown.find(({ id }, index) => index > at && id !== conversationId) : shown[at - 1];
      if (next) table.current?.placeCursor((found?.getRowId ?? getRowId)(next));
      if (next) workspace.follow(subjectReaders.conversation(next));
    },
  };

  if (companyId === null) return <PaneHeader title="Inbox" />;
  const base = {
    rows,
    total: newest?.total ?? null,
    query,
  };
  return (
    <>
      {q && (
        <Suspense fallback={null}>
          <FoundItems companyId={companyId} view={view} q={q} names={base} table={table} onFound={setFound} />
        </Suspense>
      )}
      <ListFrame
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
        {...base}
        getRowId={getRowId}
        search={search}
        chips={createChips(view, commands.keys)}
        {...(found
          ? {}
          : {
              order:
                view.sort === 'newest'
                  ? { label: 'Newest first', turn: 'conversations.sortOldest' }
                  : { label: 'Oldest first', turn: 'conversations.sortNewest' },
            })}
        filter={view.filter}
        filterKey={JSON.stringify(view)}
        clearedKey={JSON.stringify({ ...openInbox, sort: view.sort })}
        onClearFilter={() => inboxViews.set(companyId, openInbox)}
        sort={{ columnId: 'time', direction: view.sort === 'newest' ? 'desc' : 'asc' }}
        leads={leads}
        isNews={isNews}
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
        {...found}
      />
    </>
  );
}
