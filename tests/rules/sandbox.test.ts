import { describe, expect, test } from 'vitest';
import { readScript } from '#commands/sandbox.ts';

const plain = { presses: [], talkSeconds: 20, patience: null, words: null, answered: true };

describe('what a caller of the sandbox is told to do', () => {
  test.each([
    ['presses 2, talks 12, hangs up', { presses: ['2'], talkSeconds: 12 }],
    ['presses 9 9 9, nobody answers', { presses: ['9', '9', '9'], answered: false }],
    ['says "Hi, it is Dana, call me back"', { words: 'Hi, it is Dana, call me back', answered: false }],
    ['hangs up after 6s', { patience: 6 }],
    ['talks 9999', { talkSeconds: 3_600 }],
  ])('%s', (text, plan) => expect(readScript(text)).toEqual({ ok: true, value: { ...plain, ...plan } }));

  test.each([
    ['', 'Say what the caller does, such as presses 2, talks 12, hangs up'],
    ['presses 2, sings', '“sings” is none of: presses 2, talks 12, nobody answers, says "Call me back", hangs up after 6'],
  ])('refuses “%s”', (text, error) => expect(readScript(text)).toEqual({ ok: false, error }));
});
