/** The fax vendor at work: what it took and what came in, its webhooks, its documents. In memory; the oldest are forgotten. */
import { randomUUID } from 'node:crypto';
import { trim } from '../carrier/ledger.ts';
import { pauseFor, runWithRetries } from '../carrier/post.ts';
import { signHeaders } from './keys.ts';
import type { FaxOutcome, FaxReport } from './magic.ts';
import { countPages, toDocumentPdf } from './pdf.ts';

/** A fax as the vendor keeps it; `status` changes with the reports. */
export interface LedgerFax {
  readonly id: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from: string;
  readonly to: string;
  readonly mediaUrl: string | null;
  readonly clientState: string | null;
  readonly webhookUrl: string | null;
  readonly createdAt: Date;
  document: Uint8Array | null;
  pages: number;
  status: string;
  failureReason: string | null;
}

interface OfficeOptions {
  readonly secret: string;
  readonly connectionId: string;
  readonly pace: number;
  readonly signal: AbortSignal;
  /** The app's address, and our own. */
  webhookUrl(): string;
  ownUrl(): string;
}

/** A fax that somebody sends in. `url`: where its document is said to lie, in place of its own address. */
interface InboundFax {
  readonly to: string;
  readonly from: string;
  readonly document: Uint8Array;
  readonly url?: string;
}

export interface FaxOffice {
  /** Takes a fax of the app; `play` says what becomes of it. */
  accept(given: Pick<LedgerFax, 'from' | 'to' | 'mediaUrl' | 'clientState' | 'webhookUrl'>): LedgerFax;
  /** Fetches the document of a fax and posts its webhooks, each at its time; then perhaps a fax comes back. */
  play(fax: LedgerFax, fate: FaxOutcome): Promise<void>;
  /** Somebody faxes a number of the app. */
  receive(fax: InboundFax): Promise<LedgerFax>;
  /** Posts a webhook about a fax, as often as one likes; another `id` is another event. */
  postEvent(fax: LedgerFax, type: string, status: string, id?: string): Promise<void>;
  /** Gives the document of a fax that came in another address; the old one leads nowhere. */
  renewAddress(fax: LedgerFax): void;
  getAddress(fax: LedgerFax): string | null;
  /** The document behind an address of ours. */
  findDocument(id: string, version: string): Uint8Array | null;
  find(id: string): LedgerFax | undefined;
  /** Newest first. */
  list(): LedgerFax[];
}

const maxFaxes = 500;
const answerAfterMs = 3_000;
const eventNames: Readonly<Record<FaxReport['status'], string>> = {
  queued: 'fax.queued',
  'media.processed': 'fax.media.processed',
  sending: 'fax.sending.started',
  delivered: 'fax.delivered',
  failed: 'fax.failed',
};

export function createOffice(options: OfficeOptions): FaxOffice {
  const { secret, pace, signal, connectionId } = options;
  const faxes = new Map<string, LedgerFax>();
  /** Count of refreshed document addresses. */
  const versions = new Map<string, number>();
  const waitMs = (ms: number) => pauseFor(ms * pace, signal);
  const saveFax = (fax: LedgerFax) => {
    faxes.set(fax.id, fax);
    trim(faxes, maxFaxes);
    return fax;
  };
  const getAddress = (fax: LedgerFax) => (fax.document === null ? null : `${options.ownUrl()}/fax/documents/${fax.id}/${versions.get(fax.id) ?? 0}.pdf`);
  const post = (url: string, body: string) =>
    runWithRetries(signal, async () => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: signHeaders(secret, body, Date.now()),
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
      });
      await answer.body?.cancel();
      if (answer.status >= 500) throw new Error(`The app answered ${answer.status}`);
      return true;
    });
  const postEvent: FaxOffice['postEvent'] = async (fax, type, status, id = randomUUID()) => {
    const outcome = status === 'failed' && fax.failureReason !== null ? { failure_reason: fax.failureReason } : {};
    const came = status === 'received' ? { media_url: fax.mediaUrl ?? getAddress(fax), partial_content: false } : {};
    const payload = {
      connection_id: connectionId,
      direction: fax.direction,
      fax_id: fax.id,
      from: fax.from,
      to: fax.to,
      status,
      user_id: '19a75cea-02c6-4b9a-84fa-c9bc8341feb8',
      ...(fax.clientState === null ? {} : { client_state: fax.clientState }),
      ...(fax.direction === 'outbound' ? { original_media_url: fax.mediaUrl } : {}),
      ...(fax.pages > 0 ? { page_count: fax.pages } : {}),
      ...outcome,
      ...came,
    };
    const url = fax.webhookUrl ?? `${options.webhookUrl()}/webhooks/fax`;
    const data = { event_type: type, id, occurred_at: new Date().toISOString(), payload, record_type: 'event' };
    await post(url, JSON.stringify({ data, meta: { attempt: 1, delivered_to: url } }));
  };
  const receive: FaxOffice['receive'] = async ({ to, from, document, url }) => {
    const fax = saveFax({
      id: randomUUID(),
      direction: 'inbound',
      from,
      to,
      mediaUrl: url ?? null,
      clientState: null,
      webhookUrl: null,
      createdAt: new Date(),
      document,
      pages: countPages(document),
      status: 'receiving',
      failureReason: null,
    });
    await postEvent(fax, 'fax.receiving.started', 'receiving');
    await waitMs(1_000);
    await postEvent(fax, 'fax.media.processing.started', 'media.processing');
    await waitMs(500);
    fax.status = 'received';
    await postEvent(fax, 'fax.received', 'received');
    return fax;
  };
  /** Its document, as the vendor fetches it: a redirect is none. */
  const fetchDocument = async ({ mediaUrl }: LedgerFax): Promise<Uint8Array | null> => {
    if (mediaUrl === null) return null;
    const answer = await fetch(mediaUrl, { redirect: 'error', signal: AbortSignal.timeout(5_000) }).catch(() => null);
    return answer?.ok ? answer.bytes() : null;
  };
  return {
    accept: (given) =>
      saveFax({ ...given, id: randomUUID(), direction: 'outbound', createdAt: new Date(), document: null, pages: 0, status: 'queued', failureReason: null }),
    async play(fax, { reports, answers }) {
      fax.document = await fetchDocument(fax);
      fax.pages = fax.document === null ? 0 : countPages(fax.document);
      const lost: readonly FaxReport[] = [{ afterMs: 300, status: 'failed', reason: 'file_download_failed' }];
      let now = 0;
      for (const { afterMs, status, reason, isReported = true } of fax.document === null ? lost : reports) {
        await waitMs(afterMs - now);
        now = afterMs;
        fax.status = status;
        fax.failureReason = reason ?? null;
        if (isReported && !signal.aborted) await postEvent(fax, eventNames[status], status);
      }
      if (answers !== true) return;
      await waitMs(answerAfterMs);
      if (!signal.aborted) await receive({ to: fax.from, from: fax.to, document: toDocumentPdf('agreement') });
    },
    receive,
    postEvent,
    renewAddress: (fax) => void versions.set(fax.id, (versions.get(fax.id) ?? 0) + 1),
    getAddress: getAddress,
    findDocument: (id, version) => (String(versions.get(id) ?? 0) === version ? (faxes.get(id)?.document ?? null) : null),
    find: (id) => faxes.get(id),
    list: () => [...faxes.values()].reverse(),
  };
}
