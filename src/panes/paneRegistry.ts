/**
 * Registry of pane state for commands: scopes, selected rows, table, open conversation. Pulled when a key is pressed or the palette opens, never
 * pushed through React.
 */
import { createContext, useContext, useEffect, useRef } from 'react';
import type { CallServices, CallView } from '#commands/calls/types.ts';
import type { ContactServices } from '#commands/contacts/types.ts';
import type { RecordingServices } from '#commands/conversations/recording.ts';
import type { ConversationServices } from '#commands/conversations/types.ts';
import type { FlowEvents, FlowId, FlowView, RowSet, Scope } from '#commands/core/types.ts';
import type { ColumnView, TableHandle } from '#commands/list/types.ts';
import type { ComposerServices, ComposerView } from '#commands/messaging/types.ts';
import type { RoutingServices } from '#commands/routing/types.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import type { Conversation, Item } from '#contract/conversations/entities.ts';
import type { PhoneNumber } from '#contract/numbers/entities.ts';

/** What an open pane can be asked to do. */
export interface PaneHandles {
  readonly composer?: Pick<ComposerServices, 'focus' | 'send' | 'saveNote' | 'schedule' | 'attach' | 'removeMedia' | 'discard'> & {
    readonly conversationId: number;
    /** Whether the conversation is there: before, nothing can be written into it. */
    readonly isReady: boolean;
    /** Adds what was typed for it before it was there, without taking the keyboard. */
    readonly add: (mode: 'reply' | 'note', typed: string) => void;
  };
  readonly thread?: Pick<ConversationServices, 'moveInThread' | 'expand'>;
  readonly inbox?: Pick<ConversationServices, 'filter' | 'setSort'> & {
    readonly openNeighbour: (conversationId: number, to: 'next' | 'previous') => void;
    /** Opens the conversation under the cursor beside, without waiting for the cursor to rest; null when the focus is elsewhere. */
    readonly followCursor: () => number | null;
  };
  readonly recording?: RecordingServices;
  /** The open call's transcript. */
  readonly call?: Pick<CallServices, 'moveInTranscript' | 'playSegment' | 'find'>;
  readonly contacts?: Pick<ContactServices, 'filter'>;
  readonly contact?: Pick<ContactServices, 'edit'>;
  readonly routing?: Pick<RoutingServices, 'focus' | 'addPhone' | 'changeHours' | 'save'>;
  /** Sends a person's event to a flow of the pane. */
  readonly send?: { readonly [F in FlowId]?: (event: FlowEvents[F]) => void };
  /** Backs out of what the pane has open (a peek, a selection, an input); false when there is nothing. */
  readonly back?: () => boolean;
}

/** What a pane has to tell at this moment; all of it may be absent. */
export interface PaneState {
  /** Scopes of the pane itself, innermost first, such as `['inbox', 'list']`. */
  readonly scopes: readonly Scope[];
  readonly rows?: RowSet | null;
  readonly columns?: readonly ColumnView[];
  readonly table?: TableHandle | null;
  /** Whether its first rows are still on their way. */
  readonly isComing?: boolean;
  readonly thread?: Conversation | null;
  readonly contact?: Contact | null;
  readonly item?: Item | null;
  readonly flagged?: Item | null;
  readonly call?: CallView | null;
  readonly number?: PhoneNumber | null;
  readonly composer?: ComposerView | null;
  readonly recording?: { readonly itemId: number; readonly isPlaying: boolean } | null;
  /** Flows that live in the pane. */
  readonly flows?: Partial<Record<FlowId, FlowView>>;
  /** What the pane is about, for the path in the top line. */
  readonly subject?: string | null;
  /** Ways to act inside the pane that only it knows: what the services of its area reach it by. */
  readonly handles?: PaneHandles;
}

export interface PaneRegistryStore {
  tell(paneId: string, told: () => PaneState): () => void;
  /** What the pane tells now; nothing when it has not registered. */
  of(paneId: string): PaneState | null;
  /** Something told has changed in a way the bottom line shows. */
  touch(): void;
  /** Hears of a touch at once, before the frame in which listeners do: what was kept of the panes is stale from then on. */
  onStale(listener: () => void): () => void;
  subscribe(listener: () => void): () => void;
}

export function createFocusBoard(): PaneRegistryStore {
  const tellers = new Map<string, () => PaneState>();
  const listeners = new Set<() => void>();
  const keepers = new Set<() => void>();
  let queued = false;
  const touch = () => {
    for (const keeper of keepers) keeper();
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      for (const listener of listeners) listener();
    });
  };
  return {
    tell: (paneId, told) => {
      tellers.set(paneId, told);
      touch();
      return () => {
        if (tellers.get(paneId) === told) tellers.delete(paneId);
        touch();
      };
    },
    of: (paneId) => tellers.get(paneId)?.() ?? null,
    touch,
    onStale: (keeper) => {
      keepers.add(keeper);
      return () => keepers.delete(keeper);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const BoardContext = createContext<PaneRegistryStore | null>(null);
export const FocusBoardProvider = BoardContext.Provider;

export function useFocusBoard(): PaneRegistryStore {
  const board = useContext(BoardContext);
  if (!board) throw new Error('No focus board above');
  return board;
}

/** Registers what this pane tells. `told` is called when somebody asks; it reads the newest props. */
export function useRegisterPane(paneId: string, told: () => PaneState): void {
  const board = useFocusBoard();
  const newest = useRef(told);
  newest.current = told;
  useEffect(() => board.tell(paneId, () => newest.current()), [board, paneId]);
  useEffect(() => board.touch());
}
