import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromWire, replyToWire, requestFromWire, requestToWire, toCamelCase, toSnakeCase } from '#contract/core/wire.ts';

/** Names as the contract has them: camelCase, digits within. */
const name = fc.stringMatching(/^[a-z][a-z0-9]{0,6}([A-Z][a-z0-9]{1,5}){0,3}$/);
const leaf = fc.oneof(
  fc.integer(),
  fc.string().filter((text) => text.trim() !== ''),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(name, tie('tree'), { maxKeys: 4, noNullPrototype: true })),
}));
const has = (value: unknown, wrong: (key: string, entry: unknown) => boolean): boolean =>
  typeof value === 'object' && value !== null && Object.entries(value).some(([key, entry]) => wrong(key, entry) || has(entry, wrong));

describe('names', () => {
  test('RULE-044 travel in snake_case', () => {
    expect(requestToWire({ firstName: 'Ann' })).toEqual({ first_name: 'Ann' });
    expect([toSnakeCase('isLead'), toSnakeCase('conversationId'), toSnakeCase('address1'), toSnakeCase('id')]).toEqual([
      'is_lead',
      'conversation_id',
      'address1',
      'id',
    ]);
  });

  test('come back as they were', () => {
    fc.assert(fc.property(name, (word) => toCamelCase(toSnakeCase(word)) === word));
    fc.assert(fc.property(name, (word) => toCamelCase(word) === word && toSnakeCase(toSnakeCase(word)) === toSnakeCase(word)));
  });

  test('that are no identifiers stay: ids as keys, command ids', () => {
    for (const odd of ['inbox.archive', '17', 'mod+k', 'g i', '']) expect([toSnakeCase(odd), toCamelCase(odd)]).toEqual([odd, odd]);
  });

  test('are read in both spellings', () => {
    expect(fromWire({ first_name: 'Ann', lastName: 'Lee' })).toEqual({ firstName: 'Ann', lastName: 'Lee' });
  });
});

describe('a request', () => {
  test('RULE-043 drops blank, null and undefined values', () => {
    expect(requestToWire({ a: '', b: null, c: undefined, d: 'x', e: '  ', f: { g: '' }, h: [] })).toEqual({ d: 'x', f: {}, h: [] });
  });

  test('RULE-043 that carries blanks is read without them, flags and lists as they are', () => {
    expect(requestFromWire({ a: '', b_c: null, d: 'x', e: ' ', f: { g_h: '', i: 0 }, j: [], k: false })).toEqual({ d: 'x', f: { i: 0 }, j: [], k: false });
  });

  test('AMB-05, AMB-07 spells the fields it empties as it spells names, and reads both', () => {
    expect(requestToWire({ clear: ['companyName', 'city'] })).toEqual({ clear: ['company_name', 'city'] });
    expect(requestFromWire({ columns: ['started_at', 'answeredBy'] })).toEqual({ columns: ['startedAt', 'answeredBy'] });
    expect(requestFromWire({ clear: ['company_name', 'defaultValue'], other: ['company_name'] })).toEqual({
      clear: ['companyName', 'defaultValue'],
      other: ['company_name'],
    });
  });

  test('RULE-045 sends flags as 1 or 0', () => {
    expect(requestToWire({ skipInbox: false, isLead: true, list: [true, { isOn: false }] })).toEqual({ skip_inbox: 0, is_lead: 1, list: [1, { is_on: 0 }] });
  });

  test('RULE-046 keeps false and zero', () => {
    expect(requestToWire({ page: 0, flag: false })).toEqual({ page: 0, flag: 0 });
  });

  test('without blanks and flags arrives as it was', () => {
    fc.assert(fc.property(tree, (value) => void expect(fromWire(requestToWire(value))).toEqual(value)));
  });

  test('never carries a blank, whatever it is made of', () => {
    const anything = fc.object({ withBigInt: false, maxDepth: 4 });
    fc.assert(
      fc.property(
        anything,
        (value) => !has(requestToWire(value), (key, entry) => !/^\d+$/.test(key) && (entry === null || entry === undefined || entry === '')),
      ),
    );
  });
});

describe('a reply', () => {
  test('keeps null and flags, and drops undefined', () => {
    expect(replyToWire({ hasMfa: false, contactId: null, gone: undefined })).toEqual({ has_mfa: false, contact_id: null });
  });

  test('arrives as it was', () => {
    fc.assert(fc.property(tree, (value) => void expect(fromWire(replyToWire(value))).toEqual(value)));
  });
});

test('__proto__ and its like are dropped, at any depth', () => {
  const hostile: unknown = JSON.parse('{"a":1,"__proto__":{"isStaff":true},"b":[{"constructor":{"prototype":{"x":1}},"prototype":2,"ok":1}]}');
  for (const read of [fromWire, requestToWire, replyToWire]) {
    expect(read(hostile)).toEqual({ a: 1, b: [{ ok: 1 }] });
    expect(Reflect.get(Object.create(null), 'isStaff') ?? Reflect.get({}, 'isStaff')).toBeUndefined();
  }
});

test('what only the client reads travels untouched: names, blanks, flags and all', () => {
  const own = { firstPane: { is_open: true, title: '', list: [null, false] }, snake_case: 1 };
  for (const field of ['layout', 'args']) {
    expect(requestToWire({ [field]: own })).toEqual({ [field]: own });
    expect(replyToWire({ data: [{ [field]: own }] })).toEqual({ data: [{ [field]: own }] });
    expect(fromWire({ [field]: own })).toEqual({ [field]: own });
  }
  fc.assert(fc.property(fc.jsonValue(), (layout) => void expect(fromWire(replyToWire({ layout }))).toEqual({ layout })));
});
