/** Links in the text of a message (AMB-33): a web address with http(s)://, with www., or a bare domain of a known top-level domain. */
import { find } from 'linkifyjs';

/** Characters that are not seen and would break an address apart for a reader of text, but not for a phone that makes links. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Full stops of other scripts, which browsers read as the dot of a name. */
const fullStops = /[\u3002\uff61]/g;

const spelledOutLink = /\b(?:https?:\/\/|www\.)\S+/i;

/** An address in digits with a path, and a name with a password before it: `Mail:joe@example.com` is neither. */
const disguisedLink = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\/\S+|\b(?!(?:e-?mail|mail|mailto|contact|to|me|at|or):)[\w.-]+:[^\s@/]+@[\w-]+\.[\w.-]+\S*/i;

/** Finds the first link in a text; null when there is none. Loaded in the app only when a text may not have one: it carries the list of domains. */
export function findLink(text: string): string | null {
  const plain = text.normalize('NFKC').replace(invisible, '').replace(fullStops, '.');
  const bare = find(plain, 'url').find(({ value }) => !value.toLowerCase().startsWith('mailto:'));
  return spelledOutLink.exec(plain)?.[0] ?? disguisedLink.exec(plain)?.[0] ?? bare?.value ?? null;
}
