/** The face of an area's commands: `commands/<area>/index.ts` declares it, `commands/areas.ts` lists it. */
import type { Permission } from '#contract/core/permissions.ts';
import type { Binding } from '../keymap/binding.ts';
import type { Command } from './command.ts';
import type { EventTriggers } from './eventTriggers.ts';
import type { RowMenus } from './menu.ts';
import type { Availability } from './outcome.ts';
import type { AreaTypes } from './shape.ts';
import type { Context, PaneKind } from './types.ts';

/** A pane one can go to: the command `go.<kind>`. */
export interface Place {
  readonly kind: PaneKind;
  readonly title: string;
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly permission: Permission | null;
  /** Set where something else decides whether one may go there. */
  readonly available?: (context: Context) => Availability;
}

/** False for a place that makes no sense to this person: nothing offers it. */
export function isOffered({ available }: Place, context: Context): boolean {
  const found = available?.(context) ?? true;
  return found === true || found.isMoot !== true;
}

export interface CommandArea<T extends AreaTypes> {
  /** Place among the areas in the palette: the lower first; 50 where it is left out, and by name among equals. */
  readonly rank?: number;
  readonly commands: readonly Command[];
  /** Panes one can go to. */
  readonly places?: readonly Place[];
  /** Triggers with which a user sends each event of the area's flows. */
  readonly triggers: T extends { readonly flows: infer F extends object } ? EventTriggers<F> : Record<never, never>;
  /** Its keys in Keyline's own keymap. */
  readonly keys: readonly Binding[];
  /** The menus of its rows. */
  readonly menus?: RowMenus;
}
