/** The palette, as commands open it. */
import type { UserEvent as PaletteEvent } from '#machines/palette/index.ts';
import type { ArgText, CommandOutcomePromise, Source } from '../core/outcome.ts';

/** Initial state of the palette: a query, or a command whose arguments it asks for. */
export interface PaletteOpening {
  readonly query?: string;
  /** Shows only what acts on the rows in focus. */
  readonly onRows?: boolean;
  readonly command?: { readonly id: string; readonly args?: ArgText; readonly source?: Source };
  /** Opens with this as soon as the command has run. */
  readonly next?: PaletteOpening;
}

export interface PaletteServices {
  open(opening?: PaletteOpening): void;
  close(): void;
  isOpen(): boolean;
  /** Copies the address of the row that Enter would choose, or of the command with the arguments given so far. */
  copyLink(): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface PaletteTypes {
  readonly scopes: 'palette';
  readonly services: { readonly palette: PaletteServices };
  readonly flows: { readonly palette: PaletteEvent };
}
