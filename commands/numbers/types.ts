/** Numbers of the company: what the list shows, and what is done to them. */

import type * as z from 'zod/mini';
import type { NumberChanges, NumberTrigger, PhoneNumber, RemovalImpact } from '#contract/numbers/entities.ts';
import type { Done } from '../core/outcome.ts';
import type { RowFilters, RowsOf } from '../core/types.ts';

export type NumberFilter = RowFilters['number'];

/** What is made of every chosen number. */
export type NumberSet = z.input<typeof NumberChanges>;

export interface NumberPreview {
  readonly changed: number;
  readonly skipped: readonly { readonly count: number; readonly reason: string }[];
}

export interface NumberServices {
  /** Changes what the list shows and opens it; undefined takes a criterion away. */
  filter(changes: { [K in keyof NumberFilter]?: NumberFilter[K] | undefined }): void;
  open(id: number): void;
  /** One by its own call, many as a batch with the count that was shown; both are taken back. `title` names it for undo. */
  change(on: RowsOf<'number'>, set: NumberSet, title: string): Done;
  /** What a change would do, without doing it. */
  preview(on: RowsOf<'number'>, set: NumberSet): Promise<NumberPreview>;
  impact(on: RowsOf<'number'>): Promise<RemovalImpact>;
  remove(on: RowsOf<'number'>): Done;
  rotate(number: PhoneNumber): Done;
  /** Triggers of a number, as they are now. */
  triggers(id: number): Promise<readonly NumberTrigger[]>;
  addTrigger(id: number, trigger: Pick<NumberTrigger, 'event' | 'action' | 'value'>): Done;
  removeTrigger(trigger: NumberTrigger): Done;
}
