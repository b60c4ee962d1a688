import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listMessageCompletions } from '#contract/text/messageCompletions.ts';
import { getPlainWords, isEmptyQuery, parseFirstDay, parseMessageQuery } from '#contract/text/messageQuery.ts';
import { createSnippet } from '#server/domains/conversations/snippet.ts';

const read = (line: string) => {
  const { query, faults } = parseMessageQuery(line);
  const { terms, numbers, is, ...rest } = query;
  return {
    ...(terms.length > 0 ? { terms: terms.map(({ text, isPhrase, isNot }) => `${isNot ? '-' : ''}${isPhrase ? `"${text}"` : text}`) } : {}),
    ...(numbers.length > 0 ? { numbers } : {}),
    ...(is.length > 0 ? { is } : {}),
    ...rest,
    ...(faults.length > 0 ? { faults: faults.map(({ from, to, message }) => `${line.slice(from, to)}: ${message}`) } : {}),
  };
};

describe('a search of messages', () => {
  test('reads words, phrases, what is not wanted, and what narrows', () => {
    expect(read('invoice "walk in" -refund from:dana number:"Google ads" before:2026-03-05 after:2026 is:voicemail is:note')).toEqual({
      terms: ['invoice', '"walk in"', '-refund'],
      from: 'dana',
      numbers: ['Google ads'],
      before: '2026-03-05',
      after: '2026',
      is: ['voicemail', 'note'],
    });
    expect(read('FROM:“Dana Whitfield” With:+1415')).toEqual({ from: 'Dana Whitfield', with: '+1415' });
  });

  test('takes another word before a colon for what it is', () => {
    expect(read('re: 10:30 https://example.com')).toEqual({ terms: ['re:', '10:30', 'https://example.com'] });
  });

  test('waits for what is still being typed', () => {
    expect(read('invoice from:')).toEqual({ terms: ['invoice'] });
    expect(read('is: is:voi')).toEqual({});
    expect(isEmptyQuery(parseMessageQuery('from: ""  - !!! 😀').query)).toBe(true);
  });

  test('points at what can’t be meant, and says what to write', () => {
    expect(read('before:never')).toEqual({ faults: ['before:never: “never” is not a date. Use 2026-03-05, 2026-03, 2026 or 7d.'] });
    expect(read('is:sent is:received').faults).toEqual(['is:received: is:received conflicts with is:sent']);
    expect(read('from:ana from:dana').faults).toEqual(['from:dana: Use from: only once']);
    expect(read('-is:note').faults).toEqual(['-is:note: “-is:note” can’t be negated. Use - before words only.']);
    expect(read('is:nonsense').faults?.[0]).toContain('isn’t one of message, note, voicemail');
  });

  test('knows days, months, years, and how long ago', () => {
    const now = new Date('2026-11-23T02:00:00Z');
    const day = (text: string) => parseFirstDay(text, 'America/New_York', now);
    expect(['2026-03-05', '2026-03', '2026-3', '2026', 'today', 'Yesterday', '7d', '1y'].map(day)).toEqual([
      '2026-03-05',
      '2026-03-01',
      '2026-03-01',
      '2026-01-01',
      '2026-11-22',
      '2026-11-21',
      '2026-11-15',
      '2025-11-22',
    ]);
    expect(['2026-02-30', '2026-13', '0001', '9999y', 'x', ''].map(day)).toEqual([null, null, null, null, null, null]);
  });

  test('is one by name or number only where it is nothing but words', () => {
    expect(['dana whitfield', ' 0134 ', 'dana is:note', '"dana"', 'dana -smith', '!!!', ''].map(getPlainWords)).toEqual([
      'dana whitfield',
      '0134',
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test('is read whatever it is, and its faults stand within it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (line) => {
        const { faults } = parseMessageQuery(line);
        return faults.every(({ from, to }) => from >= 0 && to <= Math.max(line.length, from + 1));
      }),
    );
  });
});

describe('the text around a match', () => {
  const show = (text: string, ...words: string[]) => {
    const { snippet, matches } = createSnippet(
      text,
      words.map((word) => (word.startsWith('"') ? { text: word.slice(1, -1), isPhrase: true } : { text: word })),
    );
    return matches.toReversed().reduce((shown, { from, to }) => `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`, snippet);
  };

  test('marks words, their beginnings and plurals, and phrases across signs', () => {
    expect(show('The invoices, the invoice', 'invoice')).toBe('The [invoice]s, the [invoice]');
    expect(show('One invoice', 'invoices')).toBe('One [invoice]');
    expect(show('A walk-in clinic', '"walk in"')).toBe('A [walk-in] clinic');
    expect(show('a cat at a catalog', 'at')).toBe('a cat [at] a catalog');
    expect(show('Straße im Café', 'strasse', 'cafe')).toBe('[Straße] im [Café]');
    expect(show('請求書を送りました', '請求')).toBe('[請求]書を送りました');
  });

  test('is cut at words around the first match', () => {
    const long = `${'before '.repeat(40)}needle${' behind'.repeat(60)}`;
    const shown = show(long, 'needle');
    expect(shown).toMatch(/^… (before )+\[needle\]( behind)+/);
    expect(shown.endsWith('…')).toBe(true);
    expect(shown.length).toBeLessThan(200);
    expect(shown.indexOf('[')).toBeLessThan(30);
  });

  test('never breaks a character, and marks stand in order within it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), (text, word) => {
        const { snippet, matches } = createSnippet(text, [{ text: word }]);
        let at = 0;
        for (const { from, to } of matches) {
          if (from < at || to <= from || to > snippet.length) return false;
          at = to;
        }
        return snippet.isWellFormed();
      }),
    );
  });
});

describe('Completing a search while it is typed', () => {
  const complete = (text: string) => listMessageCompletions(text, { numbers: [], people: ['Wells & Sons'] }).map((each) => each.text);

  test('a word after a phrase is completed as any other', () => {
    expect(complete('invoice with:"Wells & Sons" is:voi')).toEqual(['invoice with:"Wells & Sons" is:voicemail ']);
    expect(complete('“walk in” wi')).toEqual(['“walk in” with:']);
    expect(complete('with:"Wells &')).toEqual(['with:"Wells & Sons" ']);
  });

  test('nothing is offered behind a blank, in a phrase, or for a word that is left out', () => {
    for (const text of ['', 'invoice ', '"is:', 'with:"Wells & Sons"', '-is:']) expect(complete(text), text).toEqual([]);
  });
});
