/** A webhook is one declaration: its kind, where it comes in, and who applies it. The face of an area lists its own (`webhooks`). */
import type { Services } from '../../services.ts';

/** Request as it is stored: fields of the body, the query and the path. */
export type Payload = Record<string, unknown>;

/** A stored webhook as it is applied. */
export interface StoredWebhook {
  readonly payload: Payload;
  readonly receivedAt: Date;
}

/** Signers of webhooks: the carrier, over a form or over JSON, the fax vendor, or the card vendor. */
export type Sender = 'carrier.form' | 'carrier.json' | 'fax' | 'cards';

/** Answer to a webhook that was applied at once. `id`: the stored one, null when there is none to mark as applied. */
export interface WebhookAnswer {
  readonly id: number | null;
  readonly twiml: string;
}

export interface Webhook {
  /** Stored with each webhook: never changed. */
  readonly kind: string;
  readonly from: Sender;
  readonly path: string;
  /** Applies a stored one: null when it was applied, else why it is set aside. A second application, a copy, another order change nothing. */
  apply(services: Services, webhook: StoredWebhook): Promise<string | null>;
  /** Finds why it is set aside as it comes in; null when it shall be applied. */
  findFault?(services: Services, payload: Payload): string | null;
  /** Runs once it is stored, before its sender gets an answer. */
  receive?(services: Services, webhook: StoredWebhook): Promise<void>;
  /** Stores and applies it at once, because its sender waits for instructions. Absent: it is stored with a job that applies it. */
  answer?(services: Services, payload: Payload): Promise<WebhookAnswer>;
  /** Keeps and applies many in one statement, because very many come; `key` is known of a second copy. Each is answered after the commit. */
  gather?(services: Services, webhooks: readonly GatheredWebhook[]): Promise<void>;
}

/** A webhook that waits with others to be kept and applied. */
interface GatheredWebhook {
  readonly key: string;
  readonly payload: Payload;
}
