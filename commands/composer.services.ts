/** The composer: writing, sending, holding back, scheduling. */
import type { Item } from '#contract/entities.ts';
import type { Done } from './services.ts';

export interface ComposerServices {
  /** Puts focus into the composer of the open conversation, for a reply or an internal note. `typed` is what was typed while it came. */
  focus(mode: 'reply' | 'note', typed?: string): void;
  /** Sends what is written; `andDone` archives as well. A held-back send's undo takes it back. */
  send(options?: { andDone?: boolean; text?: string }): Done;
  /** Schedules what is written; an ISO 8601 instant. */
  schedule(sendAt: string): Done;
  attach(): void;
  removeMedia(): void;
  discard(): Done;
  /** Takes a held or scheduled message back; its text returns to the draft. */
  takeBack(item: Item): Done;
  sendNow(item: Item): Done;
  sendAgain(item: Item): Done;
  /** The message held back now, if any. */
  takeBackHeld(): Done;
}
