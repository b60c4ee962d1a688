/** Posts to a team chat, made of calls. Phone numbers and names are in them: they are the company's own data, in the company's own workspace. */
import { sql } from 'kysely';
import { type ChatKind, type ConversionKind, chatKinds } from '#contract/integrations/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { anonymous, formatPhone } from '../../phone.ts';

/** A call that is posted about, with the conversation it belongs to. */
export interface PostSubject {
  readonly callId: number;
  readonly numberId: number;
  readonly recipient: string;
  readonly number: string;
  readonly label: string;
  readonly contact: string | null;
  readonly slug: string;
}

/** Reads the call of a post; undefined where it is gone. Runs in the open transaction of one company. */
export const readPostSubject = (callId: number): Promise<PostSubject | undefined> =>
  currentTransaction()
    .selectFrom('calls')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'calls.number_id')
    .innerJoin('companies', 'companies.id', 'calls.company_id')
    .leftJoin('conversations', (join) => join.onRef('conversations.number_id', '=', 'calls.number_id').onRef('conversations.recipient', '=', 'calls.recipient'))
    .leftJoin('contacts', (join) => join.onRef('contacts.id', '=', 'conversations.contact_id').on('contacts.deleted_at', 'is', null))
    .select([
      'calls.id as callId',
      'calls.number_id as numberId',
      'calls.recipient',
      'phone_numbers.number',
      'phone_numbers.label',
      sql<string | null>`nullif(contacts.name, '')`.as('contact'),
      'companies.slug',
    ])
    .where('calls.company_id', '=', companyId())
    .where('calls.id', '=', callId)
    .executeTakeFirst();

/** Text as the vendor's markup shows it. */
const escapeMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** True for a kind that is posted. */
export const isChatKind = (kind: ConversionKind): kind is ChatKind => chatKinds.some((each) => each === kind);

const sentences: Readonly<Record<ChatKind, (caller: string, line: string) => string>> = {
  missed: (caller, line) => `Missed call from ${caller} to ${line}`,
  voicemail: (caller, line) => `Voicemail from ${caller} for ${line}`,
  lead: (caller, line) => `Lead: ${caller}, call with ${line}`,
};

/** The text of a post: one sentence, and where the call is found. Numbers are shown as the app shows them. */
export function formatPost(kind: ChatKind, { recipient, contact, number, label, slug, callId }: PostSubject, publicUrl: string): string {
  const phone = recipient === anonymous ? 'an anonymous caller' : formatPhone(recipient);
  const caller = contact === null ? phone : `${contact} (${phone})`;
  const line = label === '' ? formatPhone(number) : label;
  return `${escapeMarkup(sentences[kind](caller, line))} · <${publicUrl}/${encodeURIComponent(slug)}/calls/${callId}|Open call>`;
}
