/** Posts to a team chat, made of calls. Phone numbers and names are in them: they are the company's own data, in the company's own workspace. */
import { type ChatKind, type ConversionKind, chatKinds } from '#contract/integrations/enums.ts';
import { anonymous, formatPhone } from '../../phone.ts';
import { type CallSubject, createCallUrl, formatLine } from './callSubject.ts';

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
export function formatPost(kind: ChatKind, subject: CallSubject, publicUrl: string): string {
  const { recipient, contact } = subject;
  const phone = recipient === anonymous ? 'an anonymous caller' : formatPhone(recipient);
  const caller = contact === null ? phone : `${contact} (${phone})`;
  return `${escapeMarkup(sentences[kind](caller, formatLine(subject)))} · <${createCallUrl(subject, publicUrl)}|Open call>`;
}
