/** Webhooks of messages: a text that came in, and the delivery status of one of ours. */
import { readStatusToken } from '../../carrier/callbackUrls.ts';
import { findDirectoryEntry } from '../../carrier/webhooks/directory.ts';
import type { Webhook } from '../../carrier/webhooks/webhook.ts';
import { applyStatus } from './deliveryStatus.ts';
import { applyIncoming } from './inboundMessages.ts';
import { handleCatalogKeyword, handleOptKeyword } from './optOutKeywords.ts';
import { IncomingMessage, MessageStatus } from './webhookPayloads.ts';

const incoming: Webhook = {
  kind: 'message.incoming',
  from: 'carrier.form',
  path: '/webhooks/carrier/messages/incoming',

  async receive(services, { payload, receivedAt: at }) {
    const message = IncomingMessage.safeParse(payload).data;
    if (message) await handleOptKeyword(services, { from: message.From, to: message.To, body: message.Body, at });
  },

  async apply(services, webhook) {
    const message = IncomingMessage.safeParse(webhook.payload).data;
    const entry = message ? await services.tenancy.identity(() => findDirectoryEntry(message.To)) : null;
    if (!message) return 'The message cannot be read';
    const text = { from: message.From, to: message.To, body: message.Body, at: webhook.receivedAt };
    const isCatalog = await handleCatalogKeyword(services, text);
    if (entry) return applyIncoming(services, webhook, message, entry);
    return isCatalog ? null : 'The number is not ours';
  },
};

const status: Webhook = {
  kind: 'message.status',
  from: 'carrier.form',
  path: '/webhooks/carrier/messages/status/:token',

  findFault: ({ sealer }, { token }) => (readStatusToken(sealer, String(token)) === null ? 'The address is not one we gave' : null),

  async apply({ tenancy, sealer }, { payload }) {
    const told = MessageStatus.safeParse(payload).data;
    const attempt = told ? readStatusToken(sealer, told.token) : null;
    if (!told || !attempt) return 'The status cannot be read';
    const report = { carrierSid: told.MessageSid, status: told.MessageStatus, errorCode: told.ErrorCode ?? null };
    return (await tenancy.company([attempt.companyId], null, () => applyStatus(attempt.attemptId, report))) ? null : 'Attempt not found';
  },
};

export const webhooks = [incoming, status];
