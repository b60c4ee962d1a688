/** Bringing numbers in. */
import type { PortDocumentKind, PortRequest } from '#contract/porting/entities.ts';

/** Bringing numbers in, for commands. */
export interface PortingServices {
  /** Opens the form. */
  begin(): void;
  /** Asks for a file from this computer. */
  chooseDocument(kind: PortDocumentKind): void;
  /** Opens one request with what happened to it. */
  open(id: number): void;
  /** Shows a paper of a request. */
  openDocument(port: PortRequest, kind: PortDocumentKind): void;
}
