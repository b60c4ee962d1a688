/** Internal notes on calls, conversations and contacts. */

import type { Item } from '#contract/conversations/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

export interface NoteServices {
  create(on: { modelType: 'call' | 'conversation' | 'contact'; modelId: number }, body: string): CommandOutcomePromise;
  /** An item of type `note`. */
  update(item: Item, body: string): CommandOutcomePromise;
  delete(item: Item): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface NotesTypes {
  readonly services: { readonly notes: NoteServices };
}
