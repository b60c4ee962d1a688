/** Events as the card vendor posts them: signed, and, where a test asks for it, late, twice and in another order. */
import { createHmac, randomBytes } from 'node:crypto';

interface Manner {
  /** Each event comes so often. */
  copies: number;
  /** Milliseconds each waits at most; the wait is random, so that the order is, too. */
  lateMs: number;
  isSilent: boolean;
}

/** Signs a body as the vendor does. */
export function signCardEvent(secret: string, body: string, at = Math.floor(Date.now() / 1_000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Creates the poster of events. */
export function createEvents(options: { readonly secret: string; readonly signal: AbortSignal; readonly getWebhookUrl: () => string }) {
  const manner: Manner = { copies: 1, lateMs: 0, isSilent: false };
  const post = (body: string) =>
    fetch(`${options.getWebhookUrl()}/webhooks/cards`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signCardEvent(options.secret, body) },
      body,
      signal: options.signal,
    }).catch(() => undefined);
  return {
    manner,
    tell(type: string, object: object): void {
      if (manner.isSilent) return;
      const body = JSON.stringify({ id: `evt_${randomBytes(12).toString('hex')}`, object: 'event', type, data: { object } });
      for (let copy = 0; copy < manner.copies; copy += 1) setTimeout(() => void post(body), manner.lateMs * Math.random()).unref();
    },
  };
}
