/** The items of a conversation by day: those on the screen are drawn, however long it is. It stays at the newest while it is there, and keeps its place when older ones come. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Item } from '#contract/conversations/entities.ts';
import { addDays, formatDay, toInstant } from '#contract/text/time.ts';
import { type AudioPlayerHandle, EmptyState, formatCalendarDate, useTimeZone } from '../../ui/index.ts';
import { useLatest } from '../../ui/useLatest.ts';
import { useTakesFocus } from '../../ui/useTakesFocus.ts';
import css from './Conversation.module.css';
import { ItemView, PendingView } from './items/ItemView.tsx';
import { useOutbox } from './useOutbox.ts';

/** Methods of the list that the pane calls. */
export interface ConversationItemsHandle {
  /** Scrolls as far as needed until the item is on the screen. */
  show(itemId: number): void;
}

interface ConversationItemsProps {
  readonly items: readonly Item[];
  readonly handle: RefObject<ConversationItemsHandle | null>;
  /** Name of the person at the other end. */
  readonly who: string;
  readonly currentId: number | null;
  readonly expanded: 'none' | 'all' | number;
  readonly flaggedId: number | null;
  readonly playingId: number | null;
  readonly player: RefObject<AudioPlayerHandle | null>;
  readonly onOlder: () => void;
  /** The item that was found, to be shown first; null: the newest. */
  readonly foundId: number | null;
  /** The items are around one that was found, not the newest. */
  readonly isAround: boolean;
  readonly onNewer: () => void;
  /** Something was sent while older items are shown. */
  readonly onSent: () => void;
  readonly companyId: number;
  readonly conversationId: number;
  readonly isLoaded: boolean;
}

/** Height of an item before it is measured. */
const usualHeight = 64;
/** Items drawn above and below the screen. */
const margin = 6;
/** Pixels from the newest within which it counts as shown. */
const endPx = 24;
/** Pixels that the day above the items covers. */
const dayPx = 26;
/** Pixels from the oldest loaded at which older ones are asked for. */
const olderPx = 200;

const noPending: readonly never[] = [];

const getItemKey = ({ id, clientId }: Item): string | number => clientId ?? id;

export function ConversationItems({
  items,
  handle,
  who,
  onOlder,
  onNewer,
  onSent,
  foundId,
  isAround,
  companyId,
  conversationId,
  isLoaded,
  ...shown
}: ConversationItemsProps) {
  const { currentId, expanded, flaggedId, playingId, player } = shown;
  const zone = useTimeZone();
  const sending = usePending(items, companyId, conversationId);
  const pending = isAround ? noPending : sending;
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(foundId === null);
  useTakesFocus(scroller);
  const headings = useMemo(() => createDayHeadings(items, zone), [items, zone]);
  const rows = useVirtualizer({
    count: items.length + pending.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (at) => {
      const item = items[at];
      return item ? getItemKey(item) : (pending[at - items.length]?.clientId ?? at);
    },
    overscan: margin,
    anchorTo: 'end',
    followOnAppend: !isAround,
    scrollEndThreshold: endPx,
    scrollPaddingStart: dayPx,
    // The playing item and the one with the keyboard stay mounted, wherever one scrolls.
    rangeExtractor: (range: Range) => {
      const focused = Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
      const stored = [items.findIndex(({ id }) => id === playingId), scroller.current?.contains(document.activeElement) ? focused : -1];
      return [...new Set([...defaultRangeExtractor(range), ...stored.filter((at) => at >= 0 && at < range.count)])].sort((a, b) => a - b);
    },
  });
  const isThere = items.length > 0;
  const isScrolled = (rows.scrollOffset ?? 0) > 0 && rows.getTotalSize() > (rows.scrollRect?.height ?? 0);
  const dayInSight = isScrolled ? findDay(items, headings, rows.range?.startIndex ?? 0) : undefined;
  const foundAt = foundId === null ? -1 : items.findIndex(({ id }) => id === foundId);
  const place = useRef<{ readonly foundId: number | null } | null>(null);
  useLayoutEffect(() => {
    // Once for each item that is found: what comes before and behind it moves nothing.
    if (!isThere || place.current?.foundId === foundId || (foundId !== null && foundAt < 0)) return;
    if (foundId !== null) {
      atEnd.current = false;
      rows.scrollToIndex(foundAt, { align: 'center' });
    } else if (place.current === null) rows.scrollToEnd();
    place.current = { foundId };
  }, [isThere, rows, foundId, foundAt]);
  useEnd(scroller, atEnd, rows.scrollToEnd);
  // The sender sees it go.
  const newest = sending.at(-1)?.clientId;
  // Arrivals from before an older item was opened do not lead away from it.
  const sent = useRef(isAround ? newest : undefined);
  const leave = useLatest(isAround ? onSent : null);
  useLayoutEffect(() => {
    if (newest === undefined || newest === sent.current) return;
    sent.current = newest;
    if (leave.current) leave.current();
    else rows.scrollToEnd();
  }, [newest, rows, leave]);
  useImperativeHandle(handle, () => ({
    show: (itemId) => {
      const at = items.findIndex(({ id }) => id === itemId);
      if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
    },
  }));
  return (
    <div
      ref={scroller}
      className={css.items}
      data-pane-focus
      tabIndex={0}
      role="log"
      // Items scrolled in are no news: arrivals are announced one by one.
      aria-live="off"
      aria-label={`Conversation with ${who}`}
      data-conversation={conversationId}
      onScroll={({ currentTarget }) => {
        atEnd.current = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight < endPx;
        if (currentTarget.scrollTop < olderPx) onOlder();
        if (isAround && atEnd.current) onNewer();
      }}
    >
      {dayInSight !== undefined && (
        <div className={css.dayInSight} aria-hidden>
          <span>{dayInSight}</span>
        </div>
      )}
      <div className={css.spring} />
      {isLoaded && rows.options.count === 0 && <EmptyState icon="message">No items yet. Write a reply to start the conversation.</EmptyState>}
      <div className={css.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          const entry = pending[index - items.length];
          const heading = item && headings.get(item.id);
          return (
            <div key={key} ref={rows.measureElement} data-index={index} className={css.slot} style={{ transform: `translateY(${start}px)` }}>
              {heading !== undefined && <h3 className={css.day}>{heading}</h3>}
              {item && (
                <ItemView
                  item={item}
                  who={who}
                  isCurrent={item.id === currentId}
                  isExpanded={expanded === 'all' || expanded === item.id}
                  isFound={item.id === foundId}
                  isFlagged={item.id === flaggedId}
                  player={item.id === playingId ? player : undefined}
                />
              )}
              {entry && <PendingView text={entry.text} state={entry.state} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Stays at the newest when the composer or the window takes room away: the list is told of changes of its items alone. */
function useEnd(scroller: RefObject<HTMLDivElement | null>, atEnd: RefObject<boolean>, scrollToEnd: () => void) {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const resized = new ResizeObserver(() => {
      if (atEnd.current) scrollToEnd();
    });
    resized.observe(box);
    return () => resized.disconnect();
  }, [scroller, atEnd, scrollToEnd]);
}

/** Messages that the server has not answered for yet. */
function usePending(items: readonly Item[], companyId: number, conversationId: number) {
  const outgoing = useOutbox();
  const version = useSyncExternalStore(outgoing.subscribe, outgoing.version);
  const known = useMemo(() => new Set(items.map((item) => item.clientId)), [items]);
  return useMemo(() => {
    void version;
    return outgoing.listPending(companyId, conversationId).filter((entry) => !known.has(entry.clientId));
  }, [outgoing, version, companyId, conversationId, known]);
}

/** Returns the heading of the day of an item. */
function findDay(items: readonly Item[], headings: ReadonlyMap<number, string>, index: number): string | undefined {
  for (let at = Math.min(index, items.length - 1); at >= 0; at -= 1) {
    const heading = headings.get(items[at]?.id ?? 0);
    if (heading !== undefined) return heading;
  }
  return undefined;
}

/** The days, each over its first item. */
function createDayHeadings(items: readonly Item[], zone: string): ReadonlyMap<number, string> {
  const headings = new Map<number, string>();
  const today = formatDay(zone, Date.now());
  // Noon: every zone has it on each day.
  const named = (ago: number) => formatCalendarDate(toInstant(zone, addDays(today, -ago), 720), zone);
  const words = new Map([
    [named(0), 'Today'],
    [named(1), 'Yesterday'],
  ]);
  let day = '';
  for (const { id, createdAt } of items) {
    const date = formatCalendarDate(createdAt, zone);
    if (date !== day) headings.set(id, words.get(date) ?? date);
    day = date;
  }
  return headings;
}
