/** Events while numbers are requested from another carrier, sent by a user and by the app. */
import type { PortCheck, PortRequest } from '#contract/porting/entities.ts';
import type { PortDocumentKind } from '#contract/porting/enums.ts';
import type { FlowError } from '../errors.ts';

/** Fields a user fills in, as text. */
export interface PortDraft {
  numbers: string;
  losingCarrier: string;
  customerName: string;
  accountNumber: string;
  pin: string;
  authorizedName: string;
  authorizedEmail: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  targetDate: string;
}
export type PortField = keyof PortDraft;

/** Events a user may send. `document.chosen` carries the name of the file: a machine holds names alone. */
export type UserEvent =
  | { type: 'port.opened' }
  | { type: 'detail.typed'; field: PortField; value: string }
  | { type: 'numbers.checked' }
  | { type: 'rest.accepted' }
  | { type: 'draft.revised' }
  | { type: 'document.chosen'; kind: PortDocumentKind; file: string }
  | { type: 'documents.finished' }
  | { type: 'port.confirmed' }
  | { type: 'port.retried' }
  | { type: 'port.renewed' }
  | { type: 'port.closed' };

/** The channel told of the request. */
export type InternalEvent = { type: 'port.progressed'; port: PortRequest };

/** `key`: random, of the contract's alphabet; each request after the first adds `-2`, `-3`, … `draft`: what is known before anything is typed. */
export interface PortInput {
  key: string;
  draft?: Partial<PortDraft>;
}

/** Context of a request while it is made. `base`: the client's key, the same through its attempts. */
export interface PortContext {
  base: string;
  attempt: number;
  draft: PortDraft;
  /** The carrier's answer about the numbers. */
  check: PortCheck | null;
  /** Names of the chosen files. */
  documents: Readonly<Record<PortDocumentKind, string | null>>;
  port: PortRequest | null;
  error: FlowError | null;
}
