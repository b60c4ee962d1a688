/** Types through which commands reach call routing. */

import type { BusinessHours } from '#contract/text/hoursSchema.ts';
import type { UserEvent as RoutingEditEvent } from '#machines/routingEdit/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';
import type { NumberSelection } from '../numbers/types.ts';

/** Services of call routing, for commands. */
export interface RoutingServices {
  /** Opens the editor of a number. */
  edit(numberId: number): void;
  /** Puts the keyboard into a line of the open editor. */
  focus(line: 'routing' | 'hours'): void;
  /** Adds a phone, as it was typed, to an extension of the open editor, as `userId`’s where given. Rejects where there is no such extension, or it is no phone. */
  addPhone(extension: number, phone: string, userId?: number): void;
  /** Saves what the open editor holds; undone by what was saved before. Rejects with what it is refused with, which the editor shows as well. */
  save(): CommandOutcomePromise;
  /** Changes the hours in the open editor; they are saved with the rest of it. */
  changeHours(change: (hours: BusinessHours) => BusinessHours): void;
  /** Hours in words for the numbers; each keeps its zone. Rejects with the fault. */
  setHours(on: NumberSelection, words: string): CommandOutcomePromise;
  /** Gives the numbers the hours of one. */
  copyHours(from: number, on: NumberSelection): CommandOutcomePromise;
  /** Opens the simulator on a number. `at` in words such as `sunday 18:05`; undefined: now. */
  simulate(input: {
    readonly numberId: number;
    readonly from?: string | undefined;
    readonly at?: string | undefined;
    readonly keys?: string | undefined;
  }): void;
}

/** Types the area adds to those shared by all commands. */
export interface RoutingTypes {
  readonly scopes: 'routing' | 'simulator';
  readonly panes: 'routing' | 'simulator';
  readonly services: { readonly routing: RoutingServices };
  readonly flows: { readonly routingEdit: RoutingEditEvent };
  readonly handles: { readonly routing: Pick<RoutingServices, 'focus' | 'addPhone' | 'changeHours' | 'save'> };
}
