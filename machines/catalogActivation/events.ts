/** Events of choosing the active numbers of a catalog account, sent by a person and by the app. */
import type * as z from 'zod/mini';
import type { CatalogNumber, CatalogOffer } from '#contract/catalog/entities.ts';
import type { FlowError } from '../errors.ts';

export type Owned = z.output<typeof CatalogNumber>;
export type Offer = z.output<typeof CatalogOffer>;

/** Events a user may send. */
export type UserEvent =
  | { type: 'number.toggled'; id: number }
  /** `removalAt`: instant at which what is turned off is removed, as it is said in the review. */
  | { type: 'set.reviewed'; removalAt: string }
  | { type: 'set.confirmed' }
  | { type: 'review.left' };

/** Numbers and offers as the server tells them. */
export type InternalEvent = { type: 'numbers.read'; numbers: readonly Owned[]; offers: readonly Offer[] };

export interface ActivationContext {
  readonly numbers: readonly Owned[];
  readonly offers: readonly Offer[];
  /** Ids of numbers and offers that are to be active. */
  readonly chosen: readonly number[];
  /** The person has chosen; until then the active numbers are the choice. */
  readonly isTouched: boolean;
  readonly removalAt: string;
  /** The numbers before an activation that is under way. */
  readonly before: readonly Owned[];
  readonly error: FlowError | null;
}

/** Effect of a choice. */
export interface Change {
  /** Offers that are bought. */
  readonly bought: readonly Offer[];
  /** Inactive numbers that become active. */
  readonly turnedOn: readonly Owned[];
  /** Active numbers that are turned off, and removed in 30 days. */
  readonly turnedOff: readonly Owned[];
  /** Inactive numbers that stay so; their 30 days begin anew (RULE-233). */
  readonly leftOff: readonly Owned[];
}
