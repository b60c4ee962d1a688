import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callResults } from '#contract/calls/enums.ts';
import { type CallQuery, type CallQueryContext, formatCallQuery, parseCallQuery } from '#contract/text/callQuery.ts';
import { listCompletions, toCallParams } from '#contract/text/callSearch.ts';

const world: CallQueryContext = {
  numbers: [
    { id: 1, label: 'Main line', number: '+14155550100' },
    { id: 2, label: 'Google ads', number: '+14155550101' },
  ],
  tags: [
    { id: 5, name: 'ads' },
    { id: 6, name: 'Follow up' },
  ],
};
const read = (text: string) => {
  const answer = parseCallQuery(text, world);
  return answer.ok ? answer.value : answer.faults;
};
/** The word a fault points at, and what is said of it. */
const wrong = (text: string) => {
  const answer = parseCallQuery(text, world);
  return answer.ok ? [] : answer.faults.map(({ from, to, message }) => [text.slice(from, to), message]);
};

describe('a line of words', () => {
  test('says a whole search', () => {
    expect(read('missed last 7d from:+1415 longer:60 tag:ads "extended warranty" speaker:customer')).toEqual({
      results: ['missed'],
      span: { last: 7 },
      from: '+1415',
      longer: 60,
      tags: ['ads'],
      words: [{ text: 'extended warranty' }],
      speaker: 'customer',
    });
  });

  test.each([
    ['last7d', { span: { last: 7 } }],
    ['last 2w', { span: { last: 14 } }],
    ['last 7 days', { span: { last: 7 } }],
    ['last 1 Week', { span: { last: 7 } }],
    ['last 7 "days"', { span: { last: 7 }, words: [{ text: 'days' }] }],
    ['last:1d', { span: { last: 1 } }],
    ['today', { span: { last: 1 } }],
    ['since:2026-03-01 until:2026-03-05', { span: { since: '2026-03-01', until: '2026-03-05' } }],
    ['longer:2m shorter:1:30', { longer: 120, shorter: 90 }],
    ['MISSED Voicemail', { results: ['missed', 'voicemail'] }],
    ['from:"Dana Whitfield" number:"google ads"', { from: 'Dana Whitfield', numbers: ['google ads'] }],
    ['number:0101', { numbers: ['0101'] }],
    ['"missed" calls', { words: [{ text: 'missed' }, { text: 'calls' }] }],
    ['warranty -"not today"', { words: [{ text: 'warranty' }, { text: 'not today', isNot: true }] }],
    ['“curly quotes”', { words: [{ text: 'curly quotes' }] }],
    ['"half a phrase', { words: [{ text: 'half a phrase' }] }],
    ['at 10:30', { words: [{ text: 'at' }, { text: '10:30' }] }],
    ['qualification:lead lead', { qualification: 3, isLead: true }],
    ['', {}],
  ])('%s', (text, query) => expect(read(text)).toEqual(query));

  test.each([
    ['lonnger:60', [['lonnger:60', '“lonnger:” is not a filter: did you mean longer:?']]],
    ['missed longer:soon', [['longer:soon', '“soon” is not a duration. Use 60, 2m or 1:30, up to one day.']]],
    [
      'startDate=2026-11-25',
      [['startDate=2026-11-25', '“startDate=2026-11-25” is not a filter. Use since:2026-03-05 or longer:60, and quotes around words to search for']],
    ],
    ['last 900w', [['last 900w', '“900w” is not a valid period. Use 7d or 4w, up to ten years.']]],
    ['since:2026-02-30', [['since:2026-02-30', '“2026-02-30” is not a date. Use 2026-03-05.']]],
    ['until:2026-03-01 since:2026-03-05', [['since:2026-03-05', '“since:2026-03-05” conflicts with an earlier filter']]],
    ['inbound outbound', [['outbound', '“outbound” conflicts with an earlier filter']]],
    ['today yesterday', [['yesterday', '“yesterday” conflicts with an earlier filter']]],
    ['tag:adz', [['tag:adz', 'No tag named “adz”: do you mean ads?']]],
    ['number:Sales', [['number:Sales', 'No number named “Sales”']]],
    ['tag:', [['tag:', 'Enter a value: a tag: tag:ads']]],
    ['speaker:boss', [['speaker:boss', '“boss” is not a speaker. Use agent or customer.']]],
    ['missed speaker:agent', [['speaker:agent', 'Add words to search for; speaker: needs words, such as "extended warranty"']]],
    ['-tag:ads', [['-tag:ads', '“-tag:ads” can’t be negated. Use - before words only.']]],
    ['""', [['""', 'Empty quotes']]],
    [
      'longer:x tag:y',
      [
        ['longer:x', expect.any(String)],
        ['tag:y', 'No tag named “y”'],
      ],
    ],
  ])('%s points at the word that is wrong', (text, faults) => expect(wrong(text)).toEqual(faults));
});

const name = fc
  .string({ minLength: 1, maxLength: 12 })
  .map((text) => text.trim().replace(/\s+/g, ' '))
  .filter((text) => text !== '');
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const day = fc.integer({ min: 0, max: 9_000 }).map((at) => new Date(Date.UTC(2010, 0, 1 + at)).toISOString().slice(0, 10));
const span = fc.oneof(
  fc.record({ last: fc.integer({ min: 1, max: 3_650 }) }),
  fc.constant({ yesterday: true as const }),
  fc.record({ since: day }),
  fc.record({ until: day }),
  fc.tuple(day, day).map(([a, b]) => (a < b ? { since: a, until: b } : { since: b, until: a })),
);
const anyQuery = fc
  .record({
    results: optional(fc.uniqueArray(fc.constantFrom(...callResults), { minLength: 1 })),
    isInbound: optional(fc.boolean()),
    isLead: optional(fc.constant(true as const)),
    isAppointment: optional(fc.constant(true as const)),
    callers: optional(fc.constantFrom('first' as const, 'repeat' as const)),
    qualification: optional(fc.constantFrom(1 as const, 2 as const, 3 as const)),
    span: optional(span),
    from: optional(name),
    numbers: optional(fc.uniqueArray(name, { minLength: 1, maxLength: 3 })),
    longer: optional(fc.integer({ min: 0, max: 86_400 })),
    shorter: optional(fc.integer({ min: 0, max: 86_400 })),
    tags: optional(fc.uniqueArray(name, { minLength: 1, maxLength: 3 })),
    by: optional(name),
    words: optional(
      fc.array(
        fc.oneof(
          name.map((text) => ({ text })),
          name.map((text) => ({ text, isNot: true as const })),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    ),
    speaker: optional(fc.constantFrom('agent' as const, 'customer' as const)),
    hour: optional(fc.integer({ min: 0, max: 23 })),
    weekday: optional(fc.constantFrom('mon' as const, 'sun' as const)),
    source: optional(name),
    pool: optional(fc.constantFrom('none', '12')),
    area: optional(fc.constantFrom('none', 'CA')),
    device: optional(name),
    department: optional(fc.constantFrom('sales' as const, 'quick_lube' as const)),
    outcome: optional(fc.constantFrom('opportunity' as const)),
    isTagged: optional(fc.constant(false as const)),
    hasAgent: optional(fc.constant(false as const)),
  })
  .map((query): CallQuery => {
    const said = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    if (!query.words?.some((word) => !('isNot' in word))) delete said.speaker;
    return said;
  });

describe('printing', () => {
  test('what is printed reads back as the same search', () => {
    fc.assert(
      fc.property(anyQuery, (query) => void expect(parseCallQuery(formatCallQuery(query))).toEqual({ ok: true, value: query })),
      { numRuns: 500 },
    );
  });
  test('whatever is typed is read or pointed at, never lost', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const answer = parseCallQuery(text);
        if (answer.ok) expect(parseCallQuery(formatCallQuery(answer.value))).toEqual(answer);
        else for (const fault of answer.faults) expect(fault.from >= 0 && fault.to > fault.from && fault.message !== '').toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('completion', () => {
  const titles = (text: string) => listCompletions(text, { ...world, answerers: ['Ana K.'] }).map(({ title }) => title);
  test('offers words that go on so', () => {
    expect(titles('mis')).toEqual(['missed']);
    expect(titles('missed lo')).toEqual(['longer:']);
    expect(titles('missed tag:a')).toEqual(['ads']);
    expect(titles('number:"goo')).toEqual(['Google ads']);
    expect(titles('by:')).toEqual(['Ana K.']);
    expect(titles('"extended w')).toEqual([]);
    expect(titles('').length).toBeGreaterThan(20);
  });
  test('completes the line, so that it reads', () => {
    const [first] = listCompletions('missed number:goo', { ...world, answerers: [] });
    expect(first?.text).toBe('missed number:"Google ads" ');
    expect(read(first?.text ?? '')).toEqual({ results: ['missed'], numbers: ['Google ads'] });
  });
});

test('a search becomes what the call asks for, its days those of the company', () => {
  const asked = (text: string) => {
    const query = parseCallQuery(text, world);
    return query.ok ? toCallParams(query.value, world, 'America/Los_Angeles', new Date('2026-03-05T03:00:00Z')) : null;
  };
  expect(asked('missed last 7d number:"main line" tag:"follow up" longer:60 "extended warranty" -or speaker:agent')).toEqual({
    answerStatus: ['missed'],
    startDate: '2026-02-26',
    tz: 'America/Los_Angeles',
    numbers: ['1'],
    tag_ids: ['6'],
    minDuration: 60,
    q: '"extended warranty" -"or"',
    speaker: 'agent',
  });
  expect(asked('yesterday')).toEqual({ startDate: '2026-03-03', endDate: '2026-03-03', tz: 'America/Los_Angeles' });
});
