/** Shortcuts and the clipboard, as commands reach them. */

import type { UserEvent as BatchEvent } from '#machines/batch/index.ts';
import type { UserEvent as RealtimeEvent } from '#machines/realtime/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** The remap screen of `src/keys`: asks for a key, shows what it clashes with, and saves. */
interface KeyServices {
  /** Opens the sheet of keys for the focus of this moment. */
  showHelp(): void;
  /** Closes the sheet; resolves once the keyboard is back where it was. */
  leaveHelp(): Promise<void>;
  record(commandId: string): void;
}

export interface ClipboardServices {
  /** Copies text; `told` is the notice. Rejects where the browser does not allow it. */
  copy(text: string, message: string): CommandOutcomePromise;
  /** Copies the address of a path of ours. */
  copyLink(path: string): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface KeylineTypes {
  readonly scopes: 'global' | 'dialog' | 'help' | 'text';
  readonly panes: 'keys';
  readonly services: { readonly keys: KeyServices; readonly clipboard: ClipboardServices };
  readonly flows: { readonly realtime: RealtimeEvent; readonly batch: BatchEvent };
}
