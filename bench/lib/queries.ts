/** Typed queries, and the first hit that is right for each. */
import { createRandom, type Label, planted } from './data.ts';

/** A query and how its first hit is judged. */
export interface Query {
  readonly text: string;
  readonly isRight: (label: Label) => boolean;
}

const wanted = (text: string, id: string): Query => ({ text, isRight: (label) => label.id === id });

/** The twenty, typed letter by letter: names, typing errors, word beginnings, words reversed, initials, digits. */
export const queries: readonly Query[] = [
  wanted('marguerite', 'p1'),
  wanted('bartholemew quigley', 'p2'),
  wanted('szymborska', 'p3'),
  wanted('tadeo vilalobos', 'p4'),
  wanted('wrexham philippa', 'p5'),
  wanted('kwabna asantewaa', 'p6'),
  wanted('siobhan oshaughnessy', 'p7'),
  wanted('zqkx', 'c1'),
  wanted('blackthron observatory', 'c2'),
  wanted('kuwx', 'c3'),
  wanted('vanderhoven aqu', 'c4'),
  wanted('jub zin fab', 'c5'),
  wanted('5559034', 'n1'),
  wanted('418 555 2751', 'n2'),
  wanted('yakima ovreflow', 'n1'),
  wanted('ver toll', 'k1'),
  wanted('whisper toggle', 'k2'),
  wanted('unsubscirbe every', 'k3'),
  wanted('zoom focsed', 'k4'),
  wanted('5551286', 'p7'),
];

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
const splitWords = (title: string): string[] =>
  plain(title)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
const extractDigits = ({ phone }: Label): string => (phone ?? '').replace(/\D/g, '');

/** The words, as many as typed, each beginning with what was typed for it, in this order. */
const isPrefixLike = (title: string, typed: readonly string[]): boolean => {
  const words = splitWords(title);
  return words.some((_, from) => typed.every((part, at) => words[from + at]?.startsWith(part)));
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
function addTypo(text: string, random: () => number): string {
  const places = [...text].flatMap((character, at) => (at > 0 && /[a-z]/.test(character) && /[a-z]/.test(text[at - 1] ?? '') ? [at] : []));
  const at = places[Math.floor(random() * places.length)] ?? 1;
  const other = letters[Math.floor(random() * 26)] ?? 'x';
  const kind = Math.floor(random() * 4);
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1);
  if (kind === 1) return text.slice(0, at) + other + text.slice(at);
  if (kind === 2) return text.slice(0, at) + other + text.slice(at + 1);
  return text.slice(0, at - 1) + (text[at] ?? '') + (text[at - 1] ?? '') + text.slice(at + 1);
}

/** Kinds of query made from labels taken at random; a hit is right when it fits as well as the label the query was made from. */
export function createUntunedQueries(labels: readonly Label[], each: number, seed = 5): Record<string, Query[]> {
  const random = createRandom(seed);
  const people = labels.filter(({ kind }) => kind === 'person');
  const companies = labels.filter(({ kind }) => kind === 'company');
  const take = (from: readonly Label[]): Label => from[Math.floor(random() * from.length)] ?? (planted[0] as Label);
  const make = (one: () => Query): Query[] => Array.from({ length: each }, one);
  const sameTitle = (title: string) => (label: Label) => label.title === title;
  return {
    'one typo in a full name': make(() => {
      const { title } = take(people);
      return { text: addTypo(plain(title), random), isRight: sameTitle(title) };
    }),
    'word beginnings': make(() => {
      const typed = splitWords(take(companies).title).map((word) => word.slice(0, 3));
      return { text: typed.join(' '), isRight: ({ title }) => isPrefixLike(title, typed) };
    }),
    'words reversed': make(() => {
      const { title } = take(people);
      return { text: splitWords(title).reverse().join(' '), isRight: sameTitle(title) };
    }),
    initials: make(() => {
      const initials = splitWords(take(companies).title)
        .map((word) => word[0])
        .join('');
      return {
        text: initials,
        isRight: ({ title }) => {
          const words = splitWords(title);
          return (
            words
              .map((word) => word[0])
              .join('')
              .includes(initials) || words.some((word) => word.startsWith(initials))
          );
        },
      };
    }),
    'phone digits': make(() => {
      const typed = extractDigits(take(people)).slice(1, 9);
      return { text: typed, isRight: (label) => extractDigits(label).includes(typed) };
    }),
    'last seven digits': make(() => {
      const typed = extractDigits(take(people)).slice(-7);
      return { text: typed, isRight: (label) => extractDigits(label).endsWith(typed) };
    }),
  };
}
