/** The inbox: the list of conversations, narrowed by chips and words, worked by keys. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { InboxFilter } from '#commands/conversations/types.ts';
import type { Conversation } from '#contract/conversations/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { rowsOfPages } from '../../api/pages.ts';
import { startupPhases, whenIdle } from '../../api/startupPhases.ts';
import {
  isFocusedNow,
  ListTable,
  listPaneState,
  PaneBody,
  PaneHeader,
  type PaneProps,
  subjectOf,
  useLeads,
  useRegisterPane,
  useResponsiveColumns,
  useWorkspace,
} from '../../panes/index.ts';
import { useUnread } from '../../shared/counts.ts';
import { createTableController, FilterBar, type FilterChip, type TableHandle } from '../../table/index.ts';
import { IconButton, TextInput } from '../../ui/index.ts';
import { conversationList, type InboxView, openInbox } from './data.ts';
import css from './Inbox.module.css';
import { inboxColumns } from './inboxColumns.tsx';
import { inboxViews } from './inboxViews.ts';

const InboxEmpty = lazy(whenIdle(() => import('./InboxEmpty.tsx')));
/** Nothing is selected when the first rows are shown. */
const SelectionBar = lazy(whenIdle(async () => ({ default: (await import('../../table/SelectionBar.tsx')).SelectionBar })));

const chipsOf = ({ filter }: InboxView, keyFor: (id: string) => string | undefined): FilterChip[] => [
  { id: 'conversations.showOpen', label: filter.isArchived ? 'Archived' : 'Open', active: true, keys: keyFor('conversations.showArchived') },
  { id: 'conversations.showUnread', label: 'Unread', active: filter.isUnread ?? false },
  {
    id: 'conversations.showNumbers',
    label: filter.numberIds?.length ? `${filter.numberIds.length} ${filter.numberIds.length === 1 ? 'number' : 'numbers'}` : 'All numbers',
    active: Boolean(filter.numberIds?.length),
  },
  { id: 'conversations.showTypes', label: filter.types?.length ? filter.types.join(', ') : 'Calls, texts, voicemail', active: Boolean(filter.types?.length) },
];

const shape = { columns: inboxColumns, drops: ['number', 'kind', 'latest'] };

export function InboxPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const workspace = useWorkspace();
  const commands = useCommands();
  const view = useSyncExternalStore(inboxViews.subscribe, () => inboxViews.of(companyId));
  const table = useRef<TableHandle<Conversation>>(null);
  const [controller] = useState(createTableController);
  const layout = useResponsiveColumns(paneId, shape);
  const search = useRef<HTMLInputElement>(null);
  const [isSearching, setSearching] = useState(false);
  const query = useInfiniteQuery({
    ...conversationList(app, companyId ?? 0, view),
    enabled: companyId !== null,
    placeholderData: (old, last) => (last?.queryKey[1] === companyId ? old : undefined),
  });
  const rows = useMemo(() => rowsOfPages(query.data), [query.data]);
  const [newest] = query.data?.pages ?? [];
  const { isArchived, types, q, numberIds } = view.filter;
  // One count for this header and the list of companies; it knows numbers and nothing else, and where more narrows the list, the list has its own.
  const known = useUnread(companyId, numberIds, newest !== undefined);
  const counted = newest?.meta.unread ?? 0;
  const unread = isArchived || types?.length || q || known === null ? counted : known;
  const narrow = (changes: { [K in keyof InboxFilter]?: InboxFilter[K] | undefined }) => inboxViews.change(companyId, changes);

  useLeads(paneId, isFocused, {
    table,
    controller,
    rows,
    subjectOf: subjectOf.conversation,
    placeOf: ({ conversationId }) => conversationId,
    isOf: (row, { conversationId }) => row.id === conversationId,
  });
  useEffect(() => {
    if (!query.isPending) startupPhases.shown.tell();
  }, [query.isPending]);

  const openRow = (conversation: Conversation) => {
    workspace.follow(subjectOf.conversation(conversation));
    workspace.open('conversation');
  };

  useRegisterPane(paneId, () => {
    const told = listPaneState({
      kind: 'conversation',
      scopes: ['inbox'],
      table: table.current,
      filter: view.filter,
      sort: { columnId: 'time', direction: view.sort === 'newest' ? 'desc' : 'asc' },
      isComing: query.isPending && query.isFetching,
      onRefresh: () => void query.refetch(),
      onClearFilter: () => inboxViews.set(companyId, openInbox),
      onFocusFilter: () => {
        // At once: the next key is already meant for it.
        flushSync(() => setSearching(true));
        search.current?.focus();
      },
      onPeek: (row) => workspace.follow(subjectOf.conversation(row)),
    });
    return {
      ...told,
      subject: null,
      handles: {
        ...told.handles,
        back: () => {
          if (document.activeElement === search.current) {
            table.current?.focus();
            return true;
          }
          return told.handles?.back?.() ?? false;
        },
        inbox: {
          filter: narrow,
          setSort: (sort) => inboxViews.set(companyId, { ...view, sort }),
          followCursor: () => {
            const row = isFocusedNow(workspace, paneId) ? table.current?.cursorRow() : undefined;
            if (row) workspace.follow(subjectOf.conversation(row));
            return row?.id ?? null;
          },
          openNeighbour: (conversationId, to) => {
            const at = rows.findIndex((row) => row.id === conversationId);
            const next = rows[to === 'next' ? at + 1 : at - 1];
            if (next) table.current?.placeCursor(next.id);
            if (next) workspace.follow(subjectOf.conversation(next));
          },
        },
      },
    };
  });

  if (companyId === null) return <PaneHeader title="Inbox" />;
  const detail = newest
    ? `${newest.meta.total.toLocaleString('en-US')} ${view.filter.isArchived ? 'archived' : 'open'} · ${unread.toLocaleString('en-US')} unread`
    : '';
  return (
    <>
      <PaneHeader title="Inbox" detail={detail}>
        <IconButton name="filter" label="Filter inbox" keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
      </PaneHeader>
      <PaneBody>
        <FilterBar
          chips={chipsOf(view, commands.keys)}
          onPress={(id) =>
            commands.run(id === 'conversations.showOpen' ? (view.filter.isArchived ? 'conversations.showOpen' : 'conversations.showArchived') : id)
          }
          summary={view.sort === 'newest' ? 'Newest first' : 'Oldest first'}
        >
          {(isSearching || view.filter.q) && (
            <span className={css.search}>
              <TextInput
                ref={search}
                icon="search"
                aria-label="Search inbox"
                placeholder="Name, number or text"
                value={view.filter.q ?? ''}
                onChange={(event) => narrow({ q: event.target.value === '' ? undefined : event.target.value })}
                onBlur={() => setSearching(false)}
              />
            </span>
          )}
        </FilterBar>
        <ListTable
          ref={table}
          controller={controller}
          label="Conversations"
          headerHidden
          columns={inboxColumns}
          rows={rows}
          getRowId={(row) => row.id}
          total={newest?.meta.total ?? null}
          query={query}
          layout={layout}
          filterKey={JSON.stringify(view)}
          rowTone={(row) => (row.numUnreadItems > 0 ? 'strong' : 'plain')}
          onOpen={openRow}
          empty={
            <Suspense fallback={null}>
              <InboxEmpty view={view} />
            </Suspense>
          }
        />
        <Suspense fallback={null}>
          <SelectionBar
            controller={controller}
            noun={{ one: 'conversation', many: 'conversations' }}
            total={newest?.meta.total ?? null}
            onSelectMatching={() => commands.run('list.selectMatching')}
            onClear={() => commands.run('list.selectNone')}
          />
        </Suspense>
      </PaneBody>
    </>
  );
}
