/** The fax port: what the domains ask of whoever sends and receives faxes. The adapter beside it speaks Telnyx's wire. */
import type { FoundMessage, SendOutcome } from '../carrier/carrier.ts';
import type { FetchedFile } from '../carrier/media.ts';
import type { NumberVendor } from '../carrier/numbers.ts';

/** A fax to be sent. `documentUrl`: where the vendor fetches the PDF. */
interface OutgoingFax {
  readonly from: string;
  readonly to: string;
  readonly documentUrl: string;
  /** The attempt, which every webhook of the fax names. */
  readonly attemptId: string;
  readonly companyId: number;
}

/** An attempt as it is looked for in the vendor's list. */
interface SoughtFax {
  readonly attemptId: string;
  readonly from: string;
  readonly to: string;
  readonly since: Date;
}

/** Reference to the attempt of a fax of ours. */
export interface AttemptRef {
  readonly companyId: number;
  readonly attemptId: string;
}

/** A webhook as it came in: its body to the byte, and what its headers say. */
export interface SignedWebhook {
  readonly body: string;
  readonly signature: string;
  /** Seconds since 1970, as text. */
  readonly timestamp: string;
}

export interface FaxVendor {
  readonly numbers: NumberVendor;
  send(fax: OutgoingFax): Promise<SendOutcome>;
  /** The fax of an attempt in the vendor's own list: settles an unknown one. Null when it has none. */
  findByAttempt(sought: SoughtFax): Promise<FoundMessage | null>;
  /** Finds the current status of a fax at the vendor. Null when it has none of that id. */
  findFax(vendorId: string): Promise<FoundMessage | null>;
  /** Fetches the document of a fax that came in, from the vendor's own hosts; its address is asked for anew where it has expired. */
  fetchDocument(fax: { readonly vendorId: string; readonly url: string | null }): Promise<FetchedFile | 'too large' | null>;
  /** Checks whether the vendor signed a webhook, within the last minutes. */
  isSigned(webhook: SignedWebhook): boolean;
  /** The attempt that a webhook's state names; null when it is none we gave. */
  readState(clientState: string): AttemptRef | null;
}

/** Words where no vendor is configured. */
export const noVendorText = 'Fax isn’t configured. Ask the operator of this server to set FAX_API_KEY.';
