/** Completing the search of messages while it is typed. */
import { isWords, type MessageKey, messageKeys } from './messageQuery.ts';
import { displayPhone } from './phone.ts';
import { quoteName, tokenize } from './queryTokens.ts';

/** A way to go on: the whole line with the word completed, and what it then says. */
interface Completion {
  readonly text: string;
  readonly title: string;
  readonly detail: string;
}

interface CompletionContext {
  readonly numbers: readonly { readonly label: string; readonly number: string }[];
  /** Names of contacts that fit what is typed. */
  readonly people: readonly string[];
}

const maxCompletions = 8;

interface LastWord {
  readonly before: string;
  /** Null where the word is a plain one. */
  readonly key: MessageKey | null;
  readonly value: string;
}

/** The word at the end of a line, and what stands before it. */
export function parseLastWord(text: string): LastWord {
  const last = tokenize(text).at(-1);
  // Behind a blank, or behind the quote that ends a phrase, another word begins.
  const isDone = last === undefined || last.to < text.length || (last.isQuoted && (last.text.match(/["“”]/g) ?? []).length > 1);
  if (isDone) return { before: text, key: null, value: '' };
  const key = last.isNot ? undefined : Object.keys(messageKeys).find((each): each is MessageKey => each === last.key);
  return { before: text.slice(0, last.from), key: key ?? null, value: key ? last.value : last.text };
}

/** Values that a keyed word may take, with what they are. */
function listValues(key: MessageKey, { numbers, people }: CompletionContext): readonly (readonly [value: string, detail: string])[] {
  switch (key) {
    case 'is':
      return Object.entries(isWords);
    case 'from':
      return [['me', 'what you wrote'], ...people.map((name) => [name, 'contact'] as const)];
    case 'with':
      return people.map((name) => [name, 'contact']);
    case 'number':
      return numbers.map(({ label, number }) => [label || number, displayPhone(number)]);
    case 'before':
    case 'after':
      return [
        ['today', 'the day it is'],
        ['7d', 'a week ago'],
        ['30d', 'a month ago'],
        ['1y', 'a year ago'],
      ];
  }
}

/** Ways to go on from the last word of a line. */
export function listMessageCompletions(text: string, context: CompletionContext): Completion[] {
  const { before, key, value } = parseLastWord(text);
  const begun = value.toLowerCase();
  if (key !== null)
    return listValues(key, context)
      .filter(([each]) => each.toLowerCase().includes(begun) && each.toLowerCase() !== begun)
      .slice(0, key === 'is' ? undefined : maxCompletions)
      .map(([each, detail]) => ({ text: `${before}${key}:${quoteName(each)} `, title: each, detail }));
  if (begun === '' || begun.startsWith('"')) return [];
  return Object.entries(messageKeys)
    .filter(([name]) => name.startsWith(begun))
    .map(([name, detail]) => ({ text: `${before}${name}:`, title: `${name}:`, detail }));
}
