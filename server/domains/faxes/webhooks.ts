/**
 * Webhooks of the fax vendor. A fax of ours is known by the state it carries; an incoming fax is in its thread once, with its document, and waits for its
 * pages to be drawn.
 */

import * as z from 'zod/mini';
import { normalisePhone } from '#contract/text/e164.ts';
import { type DirectoryEntry, findDirectoryEntry } from '../../carrier/webhooks/directory.ts';
import type { StoredWebhook, Webhook } from '../../carrier/webhooks/webhook.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { recordFile, type StoredFile, storeFile } from '../../files/storedFiles.ts';
import { anonymous } from '../../phone.ts';
import type { Services } from '../../services.ts';
import { addItem, findOrCreateConversation } from '../conversations/repository.ts';
import { applyStatus } from '../messaging/deliveryStatus.ts';
import { enqueuePages } from './pages.ts';

const words = (most: number) => z.string().check(z.maxLength(most));

const FaxEvent = z.object({
  data: z.object({
    event_type: words(60),
    payload: z.object({
      fax_id: z.string().check(z.regex(/^[0-9A-Za-z-]{8,64}$/)),
      direction: z.enum(['inbound', 'outbound']),
      from: words(100),
      to: words(100),
      status: z.optional(words(40)),
      client_state: z.optional(z.nullable(words(2_000))),
      failure_reason: z.optional(z.nullable(words(60))),
      media_url: z.optional(z.nullable(words(4_000))),
      page_count: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(30_000)))),
    }),
  }),
});
type FaxPayload = z.output<typeof FaxEvent>['data']['payload'];

/** Applies what was told of a fax. Null when it was applied, else why it is set aside. */
async function applyFax(services: Services, webhook: StoredWebhook): Promise<string | null> {
  const event = FaxEvent.safeParse(webhook.payload).data?.data;
  if (!event) return 'The fax cannot be read';
  const { payload } = event;
  if (payload.direction === 'outbound') return applyFaxStatus(services, payload);
  // Earlier events, and a fax that broke off, leave nothing to show.
  if (event.event_type !== 'fax.received') return null;
  const number = normalisePhone(payload.to);
  const entry = number === null ? null : await services.tenancy.identity(() => findDirectoryEntry(number));
  if (!entry) return 'The number is not ours';
  await receive(services, webhook.receivedAt, payload, entry);
  return null;
}

async function applyFaxStatus({ fax, tenancy }: Services, payload: FaxPayload): Promise<string | null> {
  const attempt = fax?.readState(payload.client_state ?? '') ?? null;
  if (!attempt) return 'The fax names no attempt of ours';
  const report = { carrierSid: payload.fax_id, status: payload.status ?? '', errorCode: payload.failure_reason ?? null };
  return (await tenancy.company([attempt.companyId], null, () => applyStatus(attempt.attemptId, report))) ? null : 'Attempt not found';
}

/** The document as it is kept; null when the vendor has lost it, or it is too large. */
async function keepDocument(services: Services, payload: FaxPayload, company: number): Promise<StoredFile | null> {
  const fetched = (await services.fax?.fetchDocument({ vendorId: payload.fax_id, url: payload.media_url ?? null })) ?? null;
  if (fetched === null || fetched === 'too large') return null;
  const isPdf = Buffer.from(fetched.bytes.subarray(0, 1_024)).includes('%PDF-');
  const [contentType, extension] = isPdf ? ['application/pdf', 'pdf'] : ['application/octet-stream', 'bin'];
  const name = `fax-${payload.fax_id}.${extension}`;
  return storeFile(services.files, `${company}/carrier/${name}`, { name, contentType, bytes: fetched.bytes });
}

async function receive(services: Services, at: Date, payload: FaxPayload, { companyId: company, numberId }: DirectoryEntry): Promise<void> {
  const document = await keepDocument(services, payload, company);
  await services.tenancy.company([company], null, async () => {
    const carrierSid = payload.fax_id;
    const known = await currentTransaction()
      .selectFrom('items')
      .select('id')
      .where('company_id', '=', companyId())
      .where('carrier_sid', '=', carrierSid)
      .executeTakeFirst();
    if (known) return;
    const recipient = normalisePhone(payload.from) ?? anonymous;
    const thread = await findOrCreateConversation({ numberId, recipient, at });
    const isDrawn = document?.contentType === 'application/pdf';
    const { id } = await addItem({
      conversationId: thread.id,
      numberId,
      recipient,
      type: 'fax',
      isInbound: true,
      createdAt: at,
      deliveryState: 'received',
      pages: payload.page_count ?? 0,
      pagesState: isDrawn ? 'waiting' : 'unreadable',
      carrierSid,
      mediaFileIds: document === null ? [] : [await recordFile(document)],
    });
    if (isDrawn) await enqueuePages(services, id);
  });
}

const fax: Webhook = { kind: 'fax.told', from: 'fax', path: '/webhooks/fax', apply: applyFax };

export const webhooks = [fax];
