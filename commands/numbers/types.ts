/** Numbers of the company: what the list shows, and what is done to them. */

import type * as z from 'zod/mini';
import type { NumberChanges, NumberFilter as NumberFilterSchema, NumberTrigger, PhoneNumber, RemovalImpact } from '#contract/numbers/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { Selection } from '../core/selection.ts';

/** Filters of the list. */
export type NumberFilter = z.output<typeof NumberFilterSchema>;
export type NumberSelection = Selection<'number', PhoneNumber, NumberFilter>;

/** Changes made to every chosen number. */
export type NumberSet = z.input<typeof NumberChanges>;

interface NumberPreview {
  readonly changed: number;
  readonly skipped: readonly { readonly count: number; readonly reason: string }[];
}

export interface NumberServices {
  /** Changes what the list shows and opens it; undefined takes a criterion away. */
  filter(changes: { [K in keyof NumberFilter]?: NumberFilter[K] | undefined }): void;
  open(id: number): void;
  /** Goes to the list with the cursor on a number. */
  goTo(id: number): void;
  /** One by its own call, many as a batch with the count that was shown; both are taken back. `title` names it for undo. */
  change(on: NumberSelection, set: NumberSet, title: string): CommandOutcomePromise;
  /** Returns the effects of a change, without making it. */
  preview(on: NumberSelection, set: NumberSet): Promise<NumberPreview>;
  impact(on: NumberSelection): Promise<RemovalImpact>;
  remove(on: NumberSelection): CommandOutcomePromise;
  rotate(number: PhoneNumber): CommandOutcomePromise;
  /** Triggers of a number, as they are now. */
  triggers(id: number): Promise<readonly NumberTrigger[]>;
  addTrigger(id: number, trigger: Pick<NumberTrigger, 'event' | 'action' | 'value'>): CommandOutcomePromise;
  removeTrigger(trigger: NumberTrigger): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface NumbersTypes {
  readonly rows: { readonly number: PhoneNumber };
  readonly filters: { readonly number: NumberFilter };
  readonly scopes: 'numbers' | 'number';
  readonly panes: 'numbers' | 'number';
  readonly services: { readonly numbers: NumberServices };
  readonly context: {
    /** The company's numbers, as far as loaded. */
    readonly numbers: readonly PhoneNumber[];
    /** They have been loaded: none listed are none there. */
    readonly areNumbersHere: boolean;
  };
}
