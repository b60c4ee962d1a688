/** Bringing numbers in. */

import type { PortRequest } from '#contract/porting/entities.ts';
import type { PortDocumentKind } from '#contract/porting/enums.ts';
import type { UserEvent as PortInEvent } from '#machines/portIn/index.ts';

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

/** Types the area adds to those shared by all commands. */
export interface PortingTypes {
  readonly rows: { readonly port: PortRequest };
  readonly scopes: 'ports' | 'port' | 'portForm';
  readonly panes: 'ports' | 'port';
  readonly services: { readonly porting: PortingServices };
  readonly flows: { readonly portIn: PortInEvent };
}
