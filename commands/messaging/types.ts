/** The composer: writing, sending, holding back, scheduling. */

import type { Item, ScheduledMessage } from '#contract/conversations/entities.ts';
import type { UserEvent as OutgoingMessageEvent } from '#machines/outgoingMessage/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Content of the composer of the focused or nearest conversation. */
export interface ComposerView {
  readonly conversationId: number;
  readonly mode: 'reply' | 'note';
  readonly text: string;
  readonly mediaCount: number;
  /** Until when a first text is held, and the time zone of whoever gets it; null when it goes out at once. */
  readonly quietHours: { readonly until: string; readonly zone: string } | null;
}

export interface ComposerServices {
  /** Puts focus into the composer of a conversation, the open one unless said, for a reply or an internal note. */
  focus(mode: 'reply' | 'note', conversationId?: number): void;
  /** Sends the reply that is written; `andDone` archives as well. A held-back send's undo takes it back. Rejects where another conversation is shown than the one it was asked for. */
  send(options?: { andDone?: boolean; text?: string; conversationId?: number | undefined }): CommandOutcomePromise;
  /** Saves the internal note that is written. Rejects as `send` does. */
  saveNote(conversationId?: number): CommandOutcomePromise;
  /** Schedules what is written; an ISO 8601 instant. */
  schedule(sendAt: string, conversationId?: number): CommandOutcomePromise;
  attach(): void;
  removeMedia(): void;
  discard(): CommandOutcomePromise;
  /** Takes a held or scheduled message back; its text returns to the draft. */
  cancelSend(item: Item): CommandOutcomePromise;
  sendNow(item: Item): CommandOutcomePromise;
  /** Changes when a scheduled message is sent; an ISO 8601 instant. */
  reschedule(item: Item, sendAt: string): CommandOutcomePromise;
  resend(item: Item): CommandOutcomePromise;
  /** Decides about a text that sounds like an opt-out; confirming is final, because only the sender's START ends an opt-out. */
  reviewOptOut(item: Item, review: 'confirmed' | 'dismissed'): CommandOutcomePromise;
  /** The message held back now, if any. */
  undoSend(): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface MessagingTypes {
  readonly rows: { readonly scheduledMessage: ScheduledMessage };
  readonly scopes: 'composer' | 'scheduled';
  readonly panes: 'scheduled';
  readonly services: { readonly composer: ComposerServices };
  readonly flows: { readonly outgoingMessage: OutgoingMessageEvent };
  readonly handles: {
    readonly composer: {
      readonly conversationId: number;
      readonly mode: 'reply' | 'note';
      /** Takes the keyboard. `typed` is what was typed for it before it was there. */
      readonly focus: (mode: 'reply' | 'note', typed?: string) => void;
      /** Asks for files to attach. */
      readonly attach: () => void;
      /** True when the conversation is there: before, nothing can be written into it. */
      readonly isReady: boolean;
      /** Adds what was typed for it before it was there, without taking the keyboard. */
      readonly appendText: (mode: 'reply' | 'note', typed: string) => void;
    };
  };
  readonly context: {
    readonly composer: ComposerView | null;
  };
}
