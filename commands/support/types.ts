/** Asking support, as commands reach it. */
import type { CommandOutcomePromise } from '../core/outcome.ts';

export interface SupportServices {
  open(): void;
  /** Asks for a file from this computer. */
  attach(): void;
  /** Removes an attachment by its place. */
  detach(index: number): void;
  toggleCallback(): void;
  discard(): void;
  send(): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface SupportTypes {
  readonly scopes: 'supportForm';
  readonly panes: 'support';
  readonly services: { readonly support: SupportServices };
  readonly context: { /** Names of the attachments of the open form; null where it is not open. */ readonly supportFiles: readonly string[] | null };
}
