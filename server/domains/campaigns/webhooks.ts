/** Webhooks of campaigns: the delivery status of their texts. */
import * as z from 'zod/mini';
import { readStatusToken } from '../../carrier/callbackUrls.ts';
import type { Webhook } from '../../carrier/webhooks/webhook.ts';
import type { Services } from '../../services.ts';
import { MessageStatus } from '../messaging/webhookPayloads.ts';
import { applyStatuses, toStatusRow } from './statuses.ts';

const Attempt = z.uuid();

/** Reads what a callback tells; a sentence where it tells nothing. */
function read({ sealer }: Pick<Services, 'sealer'>, payload: Record<string, unknown>) {
  const told = MessageStatus.safeParse(payload).data;
  const attempt = told ? readStatusToken(sealer, told.token) : null;
  if (!told || !attempt || !Attempt.safeParse(attempt.attemptId).success) return 'The status cannot be read';
  return toStatusRow({ ...attempt, carrierSid: told.MessageSid, status: told.MessageStatus, errorCode: told.ErrorCode ?? null });
}

const status: Webhook = {
  kind: 'campaign.status',
  from: 'carrier.form',
  path: '/webhooks/carrier/campaigns/status/:token',

  async apply(services, { payload }) {
    const row = read(services, payload);
    if (typeof row === 'string') return row;
    await applyStatuses(services, [row]);
    return null;
  },

  async gather(services, webhooks) {
    const rows = webhooks.map(({ key, payload }) => {
      const row = read(services, payload);
      return typeof row === 'string' ? { key, payload, fault: row } : { ...row, key, payload };
    });
    await applyStatuses(services, rows);
  },
};

export const webhooks = [status];
