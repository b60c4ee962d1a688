/** Work on conversations and what is in them (spec 1.7). Every answer carries its undo where an inverse exists. */

import type * as z from 'zod/mini';
import type { Conversation, ConversationFilter, Item, Recipient, Sender } from '#contract/conversations/entities.ts';
import type { ConversationAction, ConversationKind } from '#contract/conversations/enums.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Selection } from '../core/selection.ts';
import type { RecordingServices } from './recording.ts';

/** Narrows the inbox; undefined takes a criterion away. */
export type InboxFilter = z.output<typeof ConversationFilter>;

export interface ConversationServices {
  /** Archives, restores or marks: one by its own call, many as a batch, "all that match" with its filter and count. Optimistic. */
  act(action: ConversationAction, on: Selection<'conversation', Conversation, InboxFilter>): CommandOutcomePromise;
  /** Archives the conversation and opens its neighbour in the list. */
  archiveAndOpen(conversation: Conversation, neighbour: 'next' | 'previous'): CommandOutcomePromise;
  open(conversationId: number, where?: 'here' | 'beside'): void;
  /** People and numbers that fit what is typed. Rejects when aborted. */
  recipients(query: string, signal: AbortSignal): Promise<readonly Recipient[]>;
  /** Numbers of ours to write to somebody from, the best first. */
  senders(recipient: string, signal: AbortSignal): Promise<readonly Sender[]>;
  /** Opens the conversation of a number of ours with anybody, found or made; answers with its id. */
  start(numberId: number, recipient: string): Promise<number>;
  readAllByType(type: ConversationKind, numberIds?: readonly number[]): CommandOutcomePromise;
  readItem(item: Item): CommandOutcomePromise;
  deleteItem(item: Item): CommandOutcomePromise;
  deleteMessages(conversation: Conversation): CommandOutcomePromise;
  /** Marks a call (PATCH /calls/{id}). */
  mark(item: Item, marks: { isLead?: boolean; isAppointment?: boolean }): CommandOutcomePromise;
  /** Marks the newest call of a conversation. Rejects when it has none. */
  markLatestCall(conversation: Conversation, marks: { isLead?: boolean; isAppointment?: boolean }): CommandOutcomePromise;
  /** Next or previous item of the open thread; first unread. */
  moveInThread(to: 'next' | 'previous' | 'firstUnread' | 'newest' | 'oldest'): void;
  expand(which: 'one' | 'all' | 'none'): void;
  /** Changes what the inbox shows. */
  filter(changes: { [K in keyof InboxFilter]?: InboxFilter[K] | undefined }): void;
  setSort(sort: 'newest' | 'oldest'): void;
  /** Searches messages, notes and transcripts; the hits stand in the inbox. */
  search(line: string): void;
  /** Shows of a search the conversations by name or number alone, or the messages alone; both where it does so already. */
  toggleSearchIn(which: 'names' | 'messages'): void;
}

/** Types the area adds to those shared by all commands. */
export interface ConversationsTypes {
  readonly rows: { readonly conversation: Conversation; readonly item: Item };
  readonly filters: { readonly conversation: InboxFilter };
  readonly scopes: 'inbox' | 'conversation' | 'recording';
  readonly panes: 'inbox' | 'conversation';
  readonly services: { readonly conversations: ConversationServices; readonly recording: RecordingServices };
  readonly handles: {
    readonly thread: Pick<ConversationServices, 'moveInThread' | 'expand'>;
    readonly inbox: {
      readonly openNeighbour: (conversationId: number, to: 'next' | 'previous') => void;
      /** Opens the conversation under the cursor beside, without waiting for the cursor to rest; null when the focus is elsewhere. */
      readonly followCursor: () => number | null;
    };
    readonly recording: RecordingServices;
  };
  readonly context: {
    /** The text that a decision about an opt-out would be about: the item, where it waits for one, else the newest of its conversation that does. */
    readonly flagged: Item | null;
    /** Recording at hand, and its playback; null where there is none. */
    readonly recording: { readonly itemId: number; readonly isPlaying: boolean; readonly speed: number } | null;
  };
}
