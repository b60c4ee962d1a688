/** Panes and layouts of the workspace. */
import type { PaneKind } from '../core/types.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Layouts for the three kinds of user. */
export const presets = ['agent', 'admin', 'support'] as const;

export type Preset = (typeof presets)[number];

/** Where a pane opens: in the focused place, beside it, below it, or the pane of that kind which is open already. */
export type Where = 'here' | 'beside' | 'below' | 'reuse';

export interface PaneServices {
  /** `params` is what the pane shows: `{ id: '42' }` for a conversation. Returns nothing; focus goes to the pane. */
  open(kind: PaneKind, params?: Readonly<Record<string, string>>, where?: Where): void;
  /** Closes the focused pane. */
  close(): void;
  split(direction: 'right' | 'down'): void;
  focus(direction: Direction): void;
  focusPane(id: string): void;
  /** Next or previous pane in reading order. */
  cycle(step: 1 | -1): void;
  /** Moves the focused pane's edge by one step. */
  resize(direction: Direction): void;
  zoom(): void;
  even(): void;
  preset(name: Preset): void;
  /** Saves the layout under a name of at most 60 characters (PUT /me/layouts/{name}). */
  saveAs(name: string): Promise<void>;
  restore(name: string): Promise<void>;
  forget(name: string): Promise<void>;
  /** Backs out one level: closes a peek, clears a selection, leaves an input, goes from a thread to its list. False when there is nowhere to go. */
  back(): boolean;
}
