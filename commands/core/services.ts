/** Services through which commands act; the app provides all of them, tests replace them. Each area declares its own in its types. */
import type { TableHandle } from '../list/types.ts';
import type { Direction, PanePlacement, Preset } from '../workspace/types.ts';
import type { AreaServices, FlowEvents, FlowId, PaneKind } from './types.ts';

export interface PaneServices {
  /** `params` is what the pane shows: `{ id: '42' }` for a conversation. Returns nothing; focus goes to the pane. */
  open(kind: PaneKind, params?: Readonly<Record<string, string>>, where?: PanePlacement): void;
  /** Closes the focused pane. */
  close(): void;
  /** Opens the pane closed last in this view, where it was if nothing else has changed since. */
  reopen(): void;
  /** Swaps the focused pane with its neighbour. */
  move(direction: Direction): void;
  /** Goes back (-1) or forward (1) through the places one has been in. */
  step(by: -1 | 1): void;
  /** Returns the whole address of what is open. */
  getLink(): string;
  focus(direction: Direction): void;
  focusPane(id: string): void;
  /** Next or previous pane in reading order. */
  cycle(step: 1 | -1): void;
  /** Moves the focused pane's edge by one step. */
  resize(direction: Direction): void;
  zoom(): void;
  equalize(): void;
  applyPreset(name: Preset): void;
  /** Saves the layout under a name of at most 60 characters (PUT /me/layouts/{name}). */
  saveLayout(name: string): Promise<void>;
  openLayout(name: string): Promise<void>;
  deleteLayout(name: string): Promise<void>;
  /** Backs out one level: closes a peek, clears a selection, leaves an input, goes from a thread to its list. False when there is nowhere to go. */
  goBack(): boolean;
}

export interface Services extends AreaServices {
  /** Stands in the words of an unknown error (MSG-006). */
  readonly supportEmail: string;
  readonly panes: PaneServices;
  /** The focused table, or the nearest; null when no list is open. */
  readonly table: TableHandle | null;
  readonly flows: { send<F extends FlowId>(flow: F, event: FlowEvents[F]): void };
  /** Goes to a page of the app: a path such as `/inbox`. */
  navigate(path: string): void;
  /** The dispatcher, for the commands about commands. */
  readonly commands: { undo(): Promise<unknown>; rerun(runId: number): Promise<unknown> };
}
