/** Results of a search of the inbox: conversations by name or number, then what was written and said. Draws nothing; the inbox shows it as its list. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo } from 'react';
import type { Conversation } from '#contract/conversations/entities.ts';
import { getPlainWords, isEmptyQuery, parseMessageQuery } from '#contract/text/messageQuery.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { type RelatedRows, subjectReaders, useWorkspace } from '../../panes/index.ts';
import type { ListFrameProps } from '../../panes/PagedListPane.tsx';
import type { TableHandle } from '../../table/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { getFoundKey, type InboxView, isNameLine } from './data.ts';
import { foundColumns } from './foundColumns.tsx';
import { createItemSearchQuery, getFoundRowId, isFoundRow, toFoundRow } from './foundData.ts';
import { repeatThreadTarget, setThreadTarget } from './threadTarget.ts';

/** Conversations by name shown over the items; all of them where there are no items, or where they are asked for alone. */
const maxNames = 5;

/** Parts of the inbox that a search replaces while its results are shown. */
export type Found = Pick<
  ListFrameProps<'conversation'>,
  'columns' | 'rows' | 'total' | 'query' | 'getRowId' | 'detail' | 'chips' | 'summary' | 'leads' | 'onOpen' | 'empty' | 'selects' | 'filterKey'
>;

interface FoundItemsProps {
  readonly companyId: number;
  readonly view: InboxView;
  readonly q: string;
  /** The list by name or number. */
  readonly names: Pick<ListFrameProps<'conversation'>, 'rows' | 'total' | 'query'>;
  readonly table: RefObject<TableHandle<Conversation> | null>;
  readonly onFound: (found: Found | null) => void;
}

const noRows: readonly Conversation[] = [];

export default function FoundItems({ companyId, view, q, names, table, onFound }: FoundItemsProps) {
  const app = useApp();
  const commands = useCommands();
  const workspace = useWorkspace();
  const { searchIn } = view;
  const { query: asked, faults } = useMemo(() => parseMessageQuery(q), [q]);
  const mayBeName = isNameLine(q) && getPlainWords(q) !== null;
  const hasNames = mayBeName && searchIn !== 'messages';
  const canAsk = faults.length === 0 && !isEmptyQuery(asked) && !(searchIn === 'names' && hasNames);
  const hits = useInfiniteQuery({
    ...createItemSearchQuery(app, companyId, q),
    enabled: canAsk,
    placeholderData: (before, last) => (last?.queryKey[1] === companyId ? before : undefined),
  });
  const items = useMemo(() => (canAsk ? (hits.data?.pages ?? []).flatMap(({ data }) => data.map(toFoundRow)) : noRows), [canAsk, hits.data]);
  const people = hasNames ? names.rows : noRows;
  const rows = useMemo(() => [...(items.length > 0 ? people.slice(0, maxNames) : people), ...items], [people, items]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with other rows another may stand under the cursor
  useEffect(() => {
    const show = () => {
      const row = table.current?.cursorRow();
      if (row) setThreadTarget(isFoundRow(row) ? { conversationId: row.id, itemId: row.hit.id } : null);
    };
    show();
    return table.current?.subscribe(show);
  }, [table, rows]);

  const refusal = hits.isError && toPlainError(hits.error).status === 422 ? toPlainError(hits.error).message : null;
  const note =
    faults[0]?.message ?? refusal ?? (isEmptyQuery(asked) ? `“${q.trim()}” has nothing to search for yet` : (hits.data?.pages[0]?.meta.note ?? null));
  const asks = canAsk && refusal === null;
  const hasFailed = asks && hits.isError;
  const namesFailed = hasNames && names.query.isError;
  // Of two searches the one is the list that has more to come, or a failure to tell.
  const list = asks && (items.length > 0 || hits.isPending || !hasNames || (hasFailed && people.length === 0)) ? hits : names.query;
  // Rows of both stand in the list: those of another search are outdated, whichever of the two has not answered yet.
  const isPlaceholderData = (asks && hits.isPlaceholderData) || (hasNames && (names.query.isPlaceholderData ?? false));
  const { isPending, isFetching, isError, error, hasNextPage = false, isFetchingNextPage = false, fetchNextPage, refetch } = list;
  const nameCount = hasNames ? names.total : null;
  const found = useMemo(
    (): Found => ({
      columns: foundColumns,
      rows,
      total: hasNextPage ? null : rows.length,
      query: {
        isPending: (canAsk || hasNames) && isPending && refusal === null,
        isFetching: (canAsk || hasNames) && isFetching,
        isPlaceholderData,
        isError: isError && refusal === null && rows.length === 0,
        error,
        hasNextPage,
        isFetchingNextPage,
        fetchNextPage: fetchNextPage ?? (() => undefined),
        refetch,
      },
      getRowId: getFoundRowId,
      detail: formatDetail({ names: nameCount, items: items.length, isMore: hasNextPage, hasFailed, namesFailed }),
      chips: mayBeName
        ? [
            { id: 'search.toggleNames', label: 'Names', active: searchIn === 'names' },
            { id: 'search.toggleMessages', label: 'Messages', active: searchIn === 'messages' },
          ]
        : [],
      summary: 'Newest first',
      leads: {
        getSubject: subjectReaders.conversation,
        // Of several items of one conversation the one under the cursor stays.
        findRowId: ({ conversationId }: RelatedRows) => {
          const cursor = table.current?.cursorRow();
          const row = cursor?.id === conversationId ? cursor : rows.find(({ id }) => id === conversationId);
          return row ? getFoundRowId(row) : null;
        },
        isAbout: (row: Conversation, { conversationId }: RelatedRows) => row.id === conversationId,
      },
      onOpen: (row) => {
        if (isFoundRow(row)) repeatThreadTarget({ conversationId: row.id, itemId: row.hit.id });
        workspace.show(subjectReaders.conversation(row));
      },
      selects: 'loaded',
      filterKey: getFoundKey(q, searchIn),
      empty: (
        <EmptyState icon="search" action={{ title: 'Search everywhere', onAct: () => commands.run('search.everywhere', { q: q.trim().slice(0, 100) }) }}>
          {note === null ? `No name, number or message matches “${q.trim()}”.` : `${note.replace(/\.$/, '')}.`}
        </EmptyState>
      ),
    }),
    [
      rows,
      items.length,
      nameCount,
      note,
      refusal,
      hasFailed,
      namesFailed,
      canAsk,
      mayBeName,
      hasNames,
      isPending,
      isFetching,
      isPlaceholderData,
      isError,
      error,
      hasNextPage,
      isFetchingNextPage,
      fetchNextPage,
      refetch,
      q,
      searchIn,
      table,
      workspace,
      commands,
    ],
  );
  useEffect(() => onFound(found), [found, onFound]);
  useEffect(
    () => () => {
      onFound(null);
      setThreadTarget(null);
    },
    [onFound],
  );
  return null;
}

interface FoundDetail {
  /** Null where names are not asked for, or not known yet. */
  readonly names: number | null;
  readonly items: number;
  readonly isMore: boolean;
  readonly hasFailed: boolean;
  readonly namesFailed: boolean;
}

/** Says how many of each were found, and which could not be searched. */
function formatDetail({ names, items, isMore, hasFailed, namesFailed }: FoundDetail): string {
  const count = (many: number) => many.toLocaleString('en-US');
  return [
    ...(names ? [`${count(names)} by name or number`] : []),
    ...(items > 0 ? [`${count(items)}${isMore ? '+' : ''} in messages`] : []),
    ...(hasFailed ? ['Messages couldn’t be searched'] : []),
    ...(namesFailed ? ['Names couldn’t be searched'] : []),
  ].join(' · ');
}
