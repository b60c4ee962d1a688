/** Shortcuts and the clipboard, as commands reach them. */
import type { Done } from '../core/outcome.ts';

/** The remap screen of `src/keys`: asks for a key, shows what it clashes with, and saves. */
export interface KeyServices {
  showHelp(): void;
  record(commandId: string): void;
}

export interface ClipboardServices {
  /** Copies text; `told` is the notice. Rejects where the browser does not allow it. */
  copy(text: string, told: string): Done;
}
