import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addUse, computeBoost, computeWeight, createFrecency } from '#src/palette/frecency.ts';
import { computePrefixDistance } from '#src/palette/match/distance.ts';
import { highlight } from '#src/palette/match/highlight.ts';
import { createMatcher, type Entry } from '#src/palette/match/matcher.ts';
import { addInSlices } from '#src/palette/match/slices.ts';

const person = (id: number, title: string, phone: string, detail?: string): Entry => ({ id: String(id), title, phone, ...(detail ? { detail } : {}) });
const people = [
  person(1, 'Dana Whitfield', '+14155550134'),
  person(2, 'Daniel Whitman', '+14155550177'),
  person(3, 'Marcus Lee', '+16285550191'),
  person(4, 'Adela Lang', '+15035550119', 'Sales NW'),
  person(5, 'Adrian Klassen', '+19715550182'),
  person(6, 'Zoë Bergström', '+17075550122'),
  person(7, "Siobhán O'Neil", '+15105550148'),
  person(8, 'Adams Landscaping', '+18335550140', 'Harbor Group'),
];
const matcherOf = (entries: readonly Entry[]) => {
  const matcher = createMatcher<Entry>();
  matcher.add(entries);
  return matcher;
};
const first = (query: string): string | undefined => matcherOf(people).search(query, 5)[0]?.entry.title;

describe('a person is found by', () => {
  test.each([
    ['the name', 'dana whitfield', 'Dana Whitfield'],
    ['the beginning of the name', 'mar', 'Marcus Lee'],
    ['one letter', 'm', 'Marcus Lee'],
    ['the beginnings of the words', 'da whitf', 'Dana Whitfield'],
    ['the words in another order', 'whitfield dana', 'Dana Whitfield'],
    ['a wrong letter', 'dana whitfoeld', 'Dana Whitfield'],
    ['a missing letter', 'marus lee', 'Marcus Lee'],
    ['a letter too many', 'marrcus', 'Marcus Lee'],
    ['two letters swapped', 'adrain', 'Adrian Klassen'],
    ['a wrong first letter', 'farcus lee', 'Marcus Lee'],
    ['the initials', 'ml', 'Marcus Lee'],
    ['words run together', 'adelalang', 'Adela Lang'],
    ['letters without their accents', 'zoe bergstrom', 'Zoë Bergström'],
    ['a name without its apostrophe', 'oneil', "Siobhán O'Neil"],
    ['what stands beside the name', 'harbor', 'Adams Landscaping'],
    ['the number as it is written', '+1 415 555 0134', 'Dana Whitfield'],
    ['the last seven digits', '5550191', 'Marcus Lee'],
    ['the last four digits', '0182', 'Adrian Klassen'],
    ['the area code', '(503)', 'Adela Lang'],
  ])('%s', (_, query, title) => expect(first(query)).toBe(title));
});

test('what fits nothing finds nothing', () => {
  expect(matcherOf(people).search('xylophone', 5)).toEqual([]);
  expect(matcherOf(people).search('   ', 5)).toEqual([]);
  expect(matcherOf(people).search('999999', 5)).toEqual([]);
});
test('a short word with an error is found beside one that is right, and by itself finds nothing', () => {
  const matcher = createMatcher();
  matcher.add(['Dana Wite', 'Jon Smith', 'Write to the contact', 'With everybody'].map((title, at) => ({ id: String(at), title })));
  const titles = (text: string) => matcher.search(text, 5).map(({ entry }) => entry.title);
  expect(titles('dana wtie')).toEqual(['Dana Wite']);
  expect(titles('jn smith')).toEqual([]);
  expect(titles('jion smith')).toEqual(['Jon Smith']);
  expect(titles('wtie')).toEqual([]);
  expect(titles('wtie jion')).toEqual([]);
});

test('the exact word comes before the longer one', () => {
  const titles = matcherOf([
    { id: 'a', title: 'Archive and next' },
    { id: 'b', title: 'Archive' },
    { id: 'c', title: 'Unarchive' },
  ]).search('archive', 5);
  expect(titles.map(({ entry }) => entry.id)).toEqual(['b', 'a', 'c']);
});
test('a better match is not beaten by habit', () => {
  const hits = matcherOf([
    { id: 'exact', title: 'Sort' },
    { id: 'habit', title: 'Assort columns' },
  ]).search('sort', 2, ({ id }) => (id === 'habit' ? computeBoost(1_000) : 0));
  expect(hits[0]?.entry.id).toBe('exact');
});
test('an entry that changes is found by its new name only, and one taken out not at all', () => {
  const matcher = matcherOf(people);
  matcher.add([person(3, 'Otto Krämer', '+16285550191')]);
  expect([matcher.search('otto', 1)[0]?.entry.id, matcher.search('marcus', 1)]).toEqual(['3', []]);
  matcher.remove('3');
  expect([matcher.size, matcher.search('otto', 1)]).toEqual([7, []]);
});
test('entries added in idle slices are all found, and adding can be stopped', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ id: String(at), title: `Label ${at}` }));
  const queue: (() => void)[] = [];
  const matcher = createMatcher<Entry>();
  let isDone = false;
  const idle = (run: (msLeft: () => number) => void) => void queue.push(() => run(() => 0));
  addInSlices(matcher, many, idle, () => {
    isDone = true;
  });
  queue.shift()?.();
  expect([matcher.size > 0, matcher.size < 1_000, isDone]).toEqual([true, true, false]);
  while (queue.length > 0) queue.shift()?.();
  expect([matcher.size, isDone]).toEqual([1_000, true]);
  const stop = addInSlices(matcher, [{ id: 'late', title: 'Late' }], idle);
  stop();
  queue.shift()?.();
  expect(matcher.size).toBe(1_000);
});

test('every label is found by itself, whatever it is made of', () => {
  const label = fc.stringMatching(/^[a-zà-ÿ]{3,12}( [a-z0-9]{2,10}){0,3}$/);
  fc.assert(
    fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 40 }), fc.nat(), (labels, at) => {
      const wanted = labels[at % labels.length] ?? '';
      const hits = matcherOf(labels.map((title) => ({ id: title, title }))).search(wanted, 200);
      return hits.some(({ entry }) => entry.title === wanted);
    }),
  );
});
test('the letters marked are inside the label, in order and apart', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), (query, label) => {
      let last = 0;
      for (const [from, to] of highlight(query, label)) {
        if (from < last || to <= from || to > label.length) return false;
        last = to;
      }
      return true;
    }),
  );
});
test('the letters that matched are marked', () => {
  expect(highlight('add la', 'Add label to contacts')).toEqual([
    [0, 3],
    [4, 6],
  ]);
  expect(highlight('dw', 'Dana Whitfield')).toEqual([
    [0, 1],
    [5, 6],
  ]);
  expect(highlight('5550134', '+1 415-555-0134')).toEqual([[7, 15]]);
});
test('errors are counted as people make them', () => {
  expect(computePrefixDistance('adrain', 'adrian', 2)).toBe(1);
  expect(computePrefixDistance('whit', 'whitfield', 1)).toBe(0);
  expect(computePrefixDistance('whtfield', 'whitfield', 2)).toBe(1);
  expect(computePrefixDistance('abcdef', 'uvwxyz', 2)).toBe(3);
});

describe('what is used often and lately', () => {
  const day = 24 * 3_600_000;
  test('weighs more, and half as much after ten days', () => {
    const uses = addUse(addUse({}, 'a', 0), 'a', 0);
    expect([computeWeight(uses, 'a', 0), computeWeight(uses, 'a', 10 * day), computeWeight(uses, 'b', 0)]).toEqual([2, 1, 0]);
  });
  test('is kept per person, and a broken record counts as none', () => {
    const kept = new Map<string, string>([['keyline.uses.2', '{broken']]);
    const frecency = createFrecency({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }, () => 0);
    frecency.enter(1);
    frecency.record('list.sort');
    frecency.enter(2);
    expect(frecency.weight('list.sort')).toBe(0);
    frecency.enter(1);
    expect(frecency.weight('list.sort')).toBe(1);
  });
});
