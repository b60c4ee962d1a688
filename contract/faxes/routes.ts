/** Faxes that are sent (ours: the specification has no call for it); those that come in are items of their thread. */

import * as z from 'zod/mini';
import { Item } from '../conversations/entities.ts';
import { route } from '../core/route.ts';
import { Id, OwnKey } from '../core/schema.ts';
import { FaxReview } from './entities.ts';

const send = { access: 'messages.send', company: 'header' } as const;

export const routes = {
  review: route('POST /inbox/fax/review', {
    ...send,
    body: z.object({}),
    multipart: true,
    files: ['media'],
    callsProvider: true,
    reply: FaxReview,
    perMinute: 30,
    spec: 'ours',
    summary: 'Looks at a PDF in `media` before it is faxed: counts its pages and draws the first twenty; keeps nothing',
  }),
  send: route('POST /inbox/fax', {
    ...send,
    body: z.object({
      conversationId: z.optional(Id),
      /** Starts a conversation: from one of our fax numbers to anybody. */
      numberId: z.optional(Id),
      recipient: z.optional(z.string().check(z.maxLength(40))),
      /** The sender's own id: the same id twice is one fax. The server makes one where none is sent. */
      clientId: OwnKey,
    }),
    multipart: true,
    files: ['media'],
    callsProvider: true,
    reply: Item,
    perMinute: 30,
    spec: 'ours',
    summary: 'Faxes a PDF in `media`, in a conversation of a fax number or from a fax number to a recipient',
  }),
  sendAgain: route('POST /inbox/fax/{itemId}/again', {
    ...send,
    params: { itemId: Id },
    body: z.object({ clientId: OwnKey }),
    reply: Item,
    spec: 'ours',
    summary: 'Faxes a document again that failed or was not confirmed; only a person decides this',
  }),
};
