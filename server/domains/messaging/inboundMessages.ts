/** A text that came in: it stands in its thread once, with its media; STOP and START act. */

import type { DirectoryEntry } from '../../carrier/webhooks/directory.ts';
import { storeCarrierFile } from '../../carrier/webhooks/files.ts';
import type { StoredWebhook } from '../../carrier/webhooks/webhook.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { recordFile, type StoredFile } from '../../files/storedFiles.ts';
import type { Services } from '../../services.ts';
import { addItem, findOrCreateConversation } from '../conversations/repository.ts';
import { applyOptKeyword } from './optOutKeywords.ts';
import { flagOptOut } from './optOutReview.ts';
import { type IncomingMessage, listMediaAddresses } from './webhookPayloads.ts';

/** Applies an incoming text to the company whose number was texted. */
export async function applyIncoming(services: Services, webhook: StoredWebhook, message: IncomingMessage, entry: DirectoryEntry): Promise<null> {
  const files: StoredFile[] = [];
  for (const [at, address] of listMediaAddresses(webhook.payload, message.NumMedia).entries()) {
    const file = await storeCarrierFile(services, entry.companyId, `${message.MessageSid}-${at}`, address, 'media');
    if (file && file !== 'too large') files.push(file);
  }
  await services.tenancy.company([entry.companyId], null, async () => {
    if (await isThere(message.MessageSid)) return;
    const text = { from: message.From, to: message.To, body: message.Body, at: webhook.receivedAt };
    await applyOptKeyword(text);
    const optOutReview = await flagOptOut(text);
    const thread = await findOrCreateConversation({ numberId: entry.numberId, recipient: message.From, at: webhook.receivedAt });
    const mediaFileIds: number[] = [];
    for (const file of files) mediaFileIds.push(await recordFile(file));
    await addItem({
      conversationId: thread.id,
      numberId: entry.numberId,
      recipient: message.From,
      type: 'message',
      isInbound: true,
      createdAt: webhook.receivedAt,
      body: message.Body,
      deliveryState: 'received',
      carrierSid: message.MessageSid,
      mediaFileIds,
      optOutReview,
    });
  });
  return null;
}

async function isThere(carrierSid: string): Promise<boolean> {
  const row = await currentTransaction()
    .selectFrom('items')
    .select('id')
    .where('company_id', '=', companyId())
    .where('carrier_sid', '=', carrierSid)
    .executeTakeFirst();
  return row !== undefined;
}
