/** Faxes as commands send them. */

import type { Item } from '#contract/conversations/entities.ts';
import type { FaxReview } from '#contract/faxes/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** A document that was chosen to be faxed. */
export interface FaxDocument {
  readonly id: string;
  readonly name: string;
}

/** A fax to be sent. */
interface FaxDraft {
  readonly numberId: number;
  readonly recipient: string;
  readonly document: FaxDocument;
}

export interface FaxServices {
  /** An id for the next document. */
  nextId(): Promise<string>;
  /** The document of an id: the person chooses it the first time. Null when they choose none, or the id is not one of ours. */
  document(id: string): Promise<FaxDocument | null>;
  /** The pages of a document; rejects with why it cannot be faxed. */
  look(document: FaxDocument): Promise<FaxReview>;
  send(fax: FaxDraft): CommandOutcomePromise;
  sendAgain(item: Item): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface FaxesTypes {
  readonly services: { readonly faxes: FaxServices };
}
