/** Matching in the page: each contender is built over the same labels, then asked each beginning of each query. */

import uFuzzy from '@leeoniya/ufuzzy';
import { defaultFilter } from 'cmdk';
import fuzzysort from 'fuzzysort';
import { createMatcher, type Entry } from '../../src/palette/match/matcher.ts';
import { addInSlices } from '../../src/palette/match/slices.ts';
import { createLabels, formatLabel, type Label } from '../lib/data.ts';
import { createUntunedQueries, type Query, queries } from '../lib/queries.ts';

/** Answer of a contender: the index of the best label; -1 for none. At most fifty are ranked. */
type Search = (text: string) => number;
type Build = (labels: readonly Label[], texts: readonly string[]) => Search | Promise<Search>;

const most = 50;

const builders: Record<string, Build> = {
  keyline: async (labels) => {
    const matcher = createMatcher<Entry & { readonly at: number }>();
    await new Promise<void>((done) => {
      addInSlices(
        matcher,
        labels.map(({ title, phone }, at) => ({ id: String(at), title, at, ...(phone === undefined ? {} : { phone }) })),
        undefined,
        done,
      );
    });
    return (text) => matcher.search(text, most)[0]?.entry.at ?? -1;
  },
  uFuzzy: (_, texts) => {
    const fuzzy = new uFuzzy({ intraMode: 1 });
    const haystack = [...texts];
    return (text) => {
      const [found, info, order] = fuzzy.search(haystack, text, 1);
      if (found === null || found.length === 0) return -1;
      return (order && info ? info.idx[order[0] ?? 0] : found[0]) ?? -1;
    };
  },
  fuzzysort: (_, texts) => {
    const places = new Map(texts.map((text, at) => [text, at]));
    const snapshot = fuzzysort.snapshot([...texts]);
    return (text) => {
      const best = fuzzysort.go(text, snapshot, { limit: most, threshold: 0 })[0];
      return best ? (places.get(best.target) ?? -1) : -1;
    };
  },
  'cmdk filter': (_, texts) => (text) => {
    const scored: { at: number; score: number }[] = [];
    for (let at = 0; at < texts.length; at += 1) {
      const score = defaultFilter(texts[at] ?? '', text);
      if (score > 0) scored.push({ at, score });
    }
    return scored.sort((one, other) => other.score - one.score).slice(0, most)[0]?.at ?? -1;
  },
};

let labels: Label[] = [];
let texts: string[] = [];
let search: Search = () => -1;
let longestBlock = 0;

const isRight = (query: Query): boolean => {
  const label = labels[search(query.text)];
  return label !== undefined && query.isRight(label);
};
const listPrefixes = (query: Query): string[] => Array.from({ length: query.text.length }, (_, at) => query.text.slice(0, at + 1));

/** Functions the harness calls. Times in ms. */
const bench = {
  makeLabels(count: number): void {
    labels = createLabels(count);
    texts = labels.map(formatLabel);
  },
  async build(name: string): Promise<{ total: number; longestBlock: number }> {
    longestBlock = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestBlock = Math.max(longestBlock, duration);
    });
    observer.observe({ type: 'longtask' });
    const started = performance.now();
    search = (await builders[name]?.(labels, texts)) ?? search;
    const total = performance.now() - started;
    await new Promise((done) => setTimeout(done, 200));
    observer.disconnect();
    return { total, longestBlock };
  },
  /** Types each query letter by letter, `rounds` times; each keystroke's time. */
  type(rounds: number): number[] {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // It remembers answers; nobody types the same twenty queries twenty times.
      fuzzysort.cleanup();
      for (const query of queries) {
        for (const text of listPrefixes(query)) {
          const started = performance.now();
          search(text);
          times.push(performance.now() - started);
        }
      }
    }
    return times;
  },
  right: (): { right: number; missed: string[] } => {
    const missed = queries.filter((query) => !isRight(query)).map(({ text }) => `${text} → ${labels[search(text)]?.title ?? 'nothing'}`);
    return { right: queries.length - missed.length, missed };
  },
  /** Per kind, how many of `each` queries had a right first hit. */
  untuned(each: number): Record<string, number> {
    return Object.fromEntries(Object.entries(createUntunedQueries(labels, each)).map(([kind, made]) => [kind, made.filter(isRight).length]));
  },
  missedOf: (kind: string, each: number): string[] =>
    (createUntunedQueries(labels, each)[kind] ?? [])
      .filter((query) => !isRight(query))
      .map(({ text }) => `${text} → ${labels[search(text)]?.title ?? 'nothing'}`),
};
type MatchingBench = typeof bench;
declare global {
  interface Window {
    readonly matchingBench: MatchingBench;
  }
}
Object.assign(window, { matchingBench: bench });
