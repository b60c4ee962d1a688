/** Checks pages that a registration names, by their text: what a reviewer will object to, with the sentence. */
import type { Finding } from './entities.ts';

/** A page as it was fetched. `text`: what a reader sees, blocks parted by lines. */
export interface FetchedPage {
  readonly text: string;
  readonly asksForSignIn: boolean;
}

export type PageField = 'website' | 'privacyUrl' | 'termsUrl' | 'optins';

const mobileData = /\b(?:mobile|phone|text(?: message)?s?|sms|cell)\b|\bopt-?in\b|\bconsent\b/i;
const anyData = /\b(?:personal (?:information|data)|your (?:information|data)|contact (?:information|details))\b/i;
const sharing = /\b(?:shar(?:e|ed|es|ing)|sell|sold|rent(?:ed)?|disclos(?:e|ed|es|ing)|provid(?:e|ed|es))\b/i;
const others = /\b(?:third[ -]part(?:y|ies)|affiliates?|partners?|advertis\w+|marketers?)\b/i;
const negated = /\b(?:not|never|no|won[’']t|don[’']t|doesn[’']t|without)\b/i;
const longestQuote = 300;

const listSentences = (text: string) =>
  text
    .split(/\n+|(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const quote = (sentence: string) => (sentence.length > longestQuote ? `${sentence.slice(0, longestQuote - 1)}…` : sentence);

function* lintPrivacy(field: PageField, sentences: readonly string[]): Generator<Finding> {
  const about = sentences.filter((sentence) => sharing.test(sentence) && others.test(sentence));
  const promise = about.find((sentence) => mobileData.test(sentence) && negated.test(sentence));
  for (const sentence of about) {
    if (negated.test(sentence)) continue;
    if (mobileData.test(sentence))
      yield { field, severity: 'error', message: 'The privacy policy shares mobile data with others. Carriers reject this.', quote: quote(sentence) };
    else if (anyData.test(sentence) && !promise)
      yield {
        field,
        severity: 'error',
        message: 'The privacy policy shares personal data and doesn’t exclude mobile numbers and consent',
        quote: quote(sentence),
      };
  }
  if (!promise)
    yield { field, severity: 'warning', message: 'The privacy policy doesn’t say that mobile numbers aren’t shared with third parties', quote: null };
}

const termsParts: readonly (readonly [RegExp, string])[] = [
  [/\bstop\b/i, 'how to opt out (STOP)'],
  [/\bhelp\b/i, 'how to get help (HELP)'],
  [/\brates?\b/i, '“Message and data rates may apply”'],
  [/\bfrequency\b|\bper (?:day|week|month)\b/i, 'the message frequency'],
];

/** Findings of a reviewer about a page. */
export function lintPage(field: PageField, page: FetchedPage, brandName: string): readonly Finding[] {
  if (page.asksForSignIn) return [{ field, severity: 'error', message: 'This page is behind a sign-in. Reviewers can’t see it.', quote: null }];
  const sentences = listSentences(page.text);
  if (field === 'privacyUrl') return [...lintPrivacy(field, sentences)];
  if (field === 'termsUrl') {
    const missing = termsParts.filter(([part]) => !part.test(page.text)).map(([, what]) => what);
    return missing.length === 0 ? [] : [{ field, severity: 'warning', message: `The terms don’t say ${missing.join(', ')}`, quote: null }];
  }
  const name = brandName.toLowerCase().replace(/,?\s+(?:inc|llc|ltd|corp|co)\.?$/, '');
  const isNamed = name === '' || page.text.toLowerCase().includes(name);
  return isNamed ? [] : [{ field, severity: 'warning', message: `This page doesn’t name ${brandName}. Reviewers compare it with the brand.`, quote: null }];
}
