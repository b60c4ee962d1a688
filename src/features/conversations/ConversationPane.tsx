/** A conversation: its thread, oldest above, and the composer beneath. Without an id of its own it follows the inbox. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Conversation, Item } from '#contract/conversations/entities.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, PinMark, useRegisterPane, useRelatedRows, useWorkspace } from '../../panes/index.ts';
import { createConversationQuery } from '../../shared/people.ts';
import {
  type AudioPlayerHandle,
  Chip,
  EmptyState,
  ErrorState,
  formatNumberName,
  formatRecipientName,
  IconButton,
  LoadingLine,
  PhoneText,
  usePhoneLibrary,
} from '../../ui/index.ts';
import { Composer } from './Composer.tsx';
import { ConversationItems, type ConversationItemsHandle } from './ConversationItems.tsx';
import { patchConversations } from './cache.ts';
import { createItemsAroundQuery, createItemsQuery, flattenItemPages } from './threadData.ts';
import { useThreadTarget } from './threadTarget.ts';
import { useComposer } from './useComposer.ts';
import { useStanding } from './useStanding.ts';

export function ConversationPane({ paneId, params, isFocused }: PaneProps) {
  const { conversationId, conversation, callId } = useRelatedRows();
  const companyId = useCompanyId();
  const id = params.id === undefined ? conversationId : Number(params.id);
  if (companyId === null || id === null || !Number.isSafeInteger(id))
    return (
      <>
        <PaneHeader title="Conversation" />
        <LoadingLine active={companyId !== null && conversation === 'coming'} />
        {companyId !== null && conversation !== 'coming' && (
          <EmptyState icon="message">
            {conversation === 'none' || callId !== null ? 'No conversation with this contact yet.' : 'Select a conversation to open it here.'}
          </EmptyState>
        )}
      </>
    );
  return (
    <ConversationView
      key={`${companyId}/${id}`}
      paneId={paneId}
      companyId={companyId}
      conversationId={id}
      isFocused={isFocused}
      isPinned={params.id !== undefined}
    />
  );
}

interface ConversationViewProps {
  readonly paneId: string;
  readonly companyId: number;
  readonly conversationId: number;
  readonly isFocused: boolean;
  /** It stays with this conversation, whatever the other panes show. */
  readonly isPinned: boolean;
}

function ConversationView({ paneId, companyId, conversationId, isFocused, isPinned }: ConversationViewProps) {
  const app = useApp();
  const workspace = useWorkspace();
  const commands = useCommands();
  const mayWrite = useMay('messages.send');
  usePhoneLibrary();
  const detail = useQuery(createConversationQuery(app, companyId, conversationId));
  const newest = useInfiniteQuery(createItemsQuery(app, companyId, conversationId));
  const newestItems = useMemo(() => flattenItemPages(newest.data), [newest.data]);
  const [currentId, setCurrent] = useState<number | null>(null);
  const [foundId, setFound] = useState<number | null>(null);
  const around = useItemsAround(companyId, conversationId, foundId, newestItems, newest.isSuccess);
  const thread = around?.thread ?? newest;
  const items = around?.items ?? newestItems;
  const conversation = detail.data;
  const [expanded, setExpanded] = useState<'none' | 'all' | number>('none');
  const player = useRef<AudioPlayerHandle>(null);
  const list = useRef<ConversationItemsHandle>(null);
  const isFirst = mayWrite && newest.isSuccess && !newest.hasNextPage && newestItems.every((item) => !item.isInbound);
  // Each text that was sent may be the last for a day.
  const standing = useStanding(companyId, conversationId, isFirst, newestItems.length);
  const composer = useComposer(companyId, conversationId, conversation, standing);
  const current = items.find((item) => item.id === currentId) ?? items.at(-1) ?? null;
  const flagged = current && isFlagged(current) ? current : (items.findLast(isFlagged) ?? null);
  const playing = current && getRecording(current) ? current : (items.findLast((item) => getRecording(item) !== null) ?? null);

  useItemCursor(companyId, conversation, isFocused);
  const target = useThreadTarget(conversationId);
  useEffect(() => {
    if (target === null) return;
    setFound(target.itemId);
    setCurrent(target.itemId);
  }, [target]);
  const showNewest = useCallback(() => {
    setFound(null);
    setCurrent(null);
  }, []);

  const moveInThread = useCallback(
    (to: 'next' | 'previous' | 'firstUnread' | 'newest' | 'oldest') => {
      const at = items.findIndex((item) => item.id === (currentId ?? items.at(-1)?.id));
      const target = { next: items[at + 1], previous: items[at - 1], firstUnread: items.find((item) => !item.isRead), newest: items.at(-1), oldest: items[0] }[
        to
      ];
      if (to === 'previous' && at <= 1 && thread.hasNextPage && !thread.isFetchingNextPage) void thread.fetchNextPage();
      if (to === 'newest' && around) return showNewest();
      if (!target) return;
      setCurrent(target.id);
      list.current?.show(target.id);
    },
    [items, currentId, thread, around, showNewest],
  );

  useRegisterPane(paneId, () => ({
    scopes: ['conversation'],
    open: { conversation, item: current ?? undefined },
    context: {
      // Of the conversation: where there is none, another pane may have one.
      flagged: conversation && flagged,
      composer: composer.view ?? undefined,
      recording: playing ? { itemId: playing.id, isPlaying: player.current?.isPlaying() ?? false, speed: player.current?.getSpeed() ?? 1 } : undefined,
    },
    subject: conversation ? formatRecipientName(conversation) : null,
    flows: { outgoingMessage: composer.flow },
    handles: {
      thread: { moveInThread, expand: (which) => setExpanded(which === 'one' ? (current?.id ?? 'none') : which) },
      composer: {
        ...composer.handle,
        focus: (mode, typed) => {
          // Another pane may fill the workspace.
          workspace.focus(paneId);
          composer.handle.focus(mode, typed);
        },
      },
      send: { outgoingMessage: composer.send },
      recording: {
        toggle: () => player.current?.toggle(),
        seek: (seconds) => player.current?.seekBy(seconds),
        setRate: (rate) => player.current?.setSpeed(rate),
        download: () => {
          const media = playing && getRecording(playing);
          if (media) window.open(media.url, '_blank', 'noopener');
        },
      },
      back: composer.back,
    },
  }));

  const who = conversation ? formatRecipientName(conversation) : '';
  return (
    <>
      <PaneHeader
        title={conversation ? who : 'Conversation'}
        detail={
          conversation && (
            <>
              {conversation.contact && <PhoneText number={conversation.recipient} mono={false} />}
              {conversation.contact && ' · '}on {formatNumberName(conversation.number)}
            </>
          )
        }
      >
        <PinMark kind="conversation" isBound={isPinned} />
        {conversation?.isLead && <Chip>Lead</Chip>}
        {conversation?.isAppointment && <Chip>Appointment</Chip>}
        {conversation && (
          <IconButton
            name={conversation.isArchived ? 'archive-restore' : 'archive'}
            label={conversation.isArchived ? 'Restore' : 'Archive'}
            keys={commands.keys(conversation.isArchived ? 'conversations.restore' : 'conversations.archive')}
            onClick={() => commands.run(conversation.isArchived ? 'conversations.restore' : 'conversations.archive')}
          />
        )}
      </PaneHeader>
      <PaneBody>
        <LoadingLine active={thread.isFetching} />
        {detail.isError ? (
          <ErrorState action={{ title: 'Try again', onAct: () => void detail.refetch() }}>
            {toPlainError(detail.error).status === 404 ? 'Conversation not found, or you don’t have access.' : toPlainError(detail.error).message}
          </ErrorState>
        ) : (
          <ConversationItems
            key={around?.itemId ?? 'newest'}
            items={items}
            foundId={foundId}
            onSent={showNewest}
            isAround={around !== null}
            onNewer={() => {
              if (around?.thread.hasPreviousPage === false) showNewest();
              else if (around && !around.thread.isFetchingPreviousPage) void around.thread.fetchPreviousPage();
            }}
            handle={list}
            who={who}
            currentId={current?.id ?? null}
            expanded={expanded}
            flaggedId={flagged?.id ?? null}
            playingId={playing?.id ?? null}
            player={player}
            onOlder={() => {
              if (thread.hasNextPage && !thread.isFetchingNextPage) void thread.fetchNextPage();
            }}
            companyId={companyId}
            conversationId={conversationId}
            isLoaded={thread.isSuccess}
          />
        )}
        {standing && (
          <Suspense fallback={null}>
            <FirstMessage standing={standing} />
          </Suspense>
        )}
        {conversation && <Composer conversation={conversation} composer={composer} />}
      </PaneBody>
    </>
  );
}

/** Items around one that was found, where it is not among the newest; null while the thread itself is shown. */
function useItemsAround(companyId: number, conversationId: number, itemId: number | null, newest: readonly Item[], isNewestLoaded: boolean) {
  const app = useApp();
  const isAway = itemId !== null && isNewestLoaded && !newest.some(({ id }) => id === itemId);
  const thread = useInfiniteQuery({ ...createItemsAroundQuery(app, companyId, conversationId, itemId ?? 0), enabled: isAway });
  const items = useMemo(() => flattenItemPages(thread.data), [thread.data]);
  return isAway && !thread.isError ? { itemId, thread, items } : null;
}

const FirstMessage = lazy(async () => ({ default: (await import('./FirstMessage.tsx')).FirstMessage }));
const isFlagged = ({ details }: Item) => details.kind === 'message' && details.optOutReview === 'open';
const getRecording = (item: Item) => ('recording' in item.details ? item.details.recording : null);

/** Opened by the person, a conversation is read: its unread items go at once, here and on the server. */
function useItemCursor(companyId: number, conversation: Conversation | undefined, isFocused: boolean) {
  const app = useApp();
  const may = useMay('conversations.work');
  const id = conversation?.id;
  const unread = (conversation?.numUnreadItems ?? 0) > 0;
  useEffect(() => {
    if (!may || !isFocused || !unread || id === undefined) return;
    app.api
      .call('conversations.readAll', { companyId, params: { id }, body: { type: 'read' } })
      .then(() => patchConversations(app.queries, companyId, [id], (now) => ({ ...now, numUnreadItems: 0 })))
      .catch(app.notifyError);
  }, [app, companyId, id, unread, isFocused, may]);
}
