/** The clipboard of the machine. */
import type { Done } from './services.ts';

export interface ClipboardServices {
  /** Copies text; `told` is the notice. Rejects where the browser does not allow it. */
  copy(text: string, told: string): Done;
}
