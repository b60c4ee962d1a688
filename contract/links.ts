/** Links in the text of a message (AMB-33): a web address with http(s)://, with www., or a bare domain of a known top-level domain. */
import { find } from 'linkifyjs';

/** Characters that are not seen and would break an address apart for a reader of text, but not for a phone that makes links. */
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;
const spelledOut = /\b(?:https?:\/\/|www\.)\S+/i;

/** Finds the first link in a text; null when there is none. Loaded in the app only when a text may not have one: it carries the list of domains. */
export function findLink(text: string): string | null {
  const plain = text.normalize('NFKC').replace(invisible, '');
  const bare = find(plain, 'url').find(({ value }) => !value.toLowerCase().startsWith('mailto:'));
  return spelledOut.exec(plain)?.[0] ?? bare?.value ?? null;
}
