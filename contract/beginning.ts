/** Beginning to write to somebody: recipients, numbers to write from, the conversation, and how matters stand with them. */
import * as z from 'zod/mini';
import { Conversation } from './entities.ts';
import { route } from './route.ts';
import { Id, list } from './schema.ts';

/** Somebody who can be written to, by name or only by number; `reason` says why not. */
export const Recipient = z.object({
  number: z.string(),
  name: z.nullable(z.string()),
  /** The number as people read it. */
  shown: z.string(),
  reason: z.nullable(z.string()),
  isBlocked: z.boolean(),
});
export type Recipient = z.output<typeof Recipient>;

/** A number of ours; `use`: it was last used with them, or by the person with anybody. `reason` says why it cannot text. */
export const Sender = z.object({
  id: z.number(),
  label: z.string(),
  number: z.string(),
  reason: z.nullable(z.string()),
  use: z.nullable(z.enum(['theirs', 'yours'])),
});
export type Sender = z.output<typeof Sender>;

/** State of the contact of a conversation: opt-in, opt-out, blocked, texting hours. */
export const Standing = z.object({
  name: z.string(),
  /** They wrote or called before: what is sent is a reply. */
  wroteFirst: z.boolean(),
  optIn: z.nullable(z.object({ type: z.string(), source: z.nullable(z.string()), at: z.string() })),
  isOptedOut: z.boolean(),
  isBlocked: z.boolean(),
  /** A first text sent now waits until then; null when it goes out at once. */
  waitsUntil: z.nullable(z.string()),
  /** What it waits for: their hours, or that the last day's texts to them are fewer. */
  waitsFor: z.nullable(z.enum(['hours', 'count'])),
  /** The zone whose clock says so. */
  zone: z.nullable(z.string()),
});
export type Standing = z.output<typeof Standing>;

const phone = z.string().check(z.minLength(1), z.maxLength(60));
const all = z.object({ total: z.number() });
const texting = { access: 'messages.send', company: 'path.companyId', params: { companyId: Id }, spec: 'ours' } as const;

export const beginning = {
  recipients: route('GET /companies/{companyId}/recipients', {
    ...texting,
    asksOutside: true,
    query: { q: z._default(z.string().check(z.maxLength(100)), '') },
    reply: list(Recipient, all),
    summary:
      'Contacts and numbers that match the text, in any spelling of a number; an unknown number is offered as typed. `reason` says why one cannot be texted',
  }),
  senders: route('GET /companies/{companyId}/senders', {
    ...texting,
    query: { recipient: phone },
    reply: list(Sender, all),
    summary: 'Numbers to send from, the best first: last used with them, last used by the person, the first that can text',
  }),
  begin: route('POST /companies/{companyId}/conversations', {
    ...texting,
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
