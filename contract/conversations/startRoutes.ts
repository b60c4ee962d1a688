/** Beginning to write to somebody: recipients, numbers to write from, the conversation, and how matters stand with them. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createSearchSchema, Id } from '../core/schema.ts';
import { Conversation, Recipient, Sender, Standing } from './entities.ts';

const phone = z.string().check(z.minLength(1), z.maxLength(60));

const AllMeta = z.object({ total: z.number() });

const textingBase = { access: 'messages.send', company: 'path.companyId', params: { companyId: Id }, spec: 'ours' } as const;

export const startRoutes = {
  recipients: route('GET /companies/{companyId}/recipients', {
    ...textingBase,
    callsProvider: true,
    query: { q: z._default(createSearchSchema(100), '') },
    reply: createListSchema(Recipient, AllMeta),
    summary:
      'Contacts and numbers that match the text, in any spelling of a number; an unknown number is offered as typed. `reason` says why one cannot be texted',
  }),
  senders: route('GET /companies/{companyId}/senders', {
    ...textingBase,
    query: { recipient: phone },
    reply: createListSchema(Sender, AllMeta),
    summary: 'Numbers to send from, the best first: last used with them, last used by the person, the first that can text',
  }),
  begin: route('POST /companies/{companyId}/conversations', {
    ...textingBase,
    body: z.object({ numberId: Id, recipient: phone }),
    reply: Conversation,
    summary:
      'The conversation of a company number with a phone, created when there is none; a second request returns the same one. Lists show it from its first item on',
  }),
  standing: route('GET /companies/{companyId}/conversations/{id}/standing', {
    access: 'conversations.read',
    company: 'path.companyId',
    params: { companyId: Id, id: Id },
    reply: Standing,
    spec: 'ours',
    summary: 'Whether they wrote first, agreed, opted out or are blocked, and until when a first text waits for their morning',
  }),
};
