/** Texts that opt out, those that only sound like it, and those that do not. */
import { expect, test } from 'vitest';
import { parseOptKeyword, soundsLikeOptOut } from '#server/domains/messaging/optOutWords.ts';

test('STOP opts out however it is dressed', () => {
  const stops = ['STOP', ' stop. ', 'S\u200bTOP', '\u202eSTOP\u202c', 'st\u00adop', '\ufeffStop!', 'stop\u200b', 'ＳＴＯＰ', '🛑 stop 🛑', 'Arrêt'];
  const repeated = ['STOP STOP', 'stop stop stop', 'stop all, stop all', 'STOP\nSTOP', 'UNSUB', 'unsub.', 'opt-out', 'Opt Out', 'optout'];
  for (const text of [...stops, ...repeated]) expect([text, parseOptKeyword(text)]).toEqual([text, 'stop']);
  for (const text of ['START', 'yes!', 'un\u200bstop', 'Start start']) expect([text, parseOptKeyword(text)]).toEqual([text, 'start']);
});

test('a phrase that asks for no more texts is flagged, not obeyed', () => {
  const phrases = [
    'please stop texting me',
    'Stop please',
    'alto',
    'Alto por favor',
    'STOP sending me messages',
    'Take me off your list',
    'do not text me again',
  ];
  const others = [
    "Don't text me anymore!",
    'I want to unsubscribe',
    'no more texts',
    'leave me alone',
    'No me envíen más mensajes',
    'remove my number',
    'opt me out / opt out',
    'Please opt me out',
    'no más',
    '🛑',
    '⛔️ 🛑',
  ];
  for (const text of [...phrases, ...others]) expect([text, parseOptKeyword(text), soundsLikeOptOut(text)]).toEqual([text, null, true]);
});

test('ordinary texts are neither', () => {
  const texts = [
    "I'll stop by tomorrow at 3",
    'The bus stop is closed',
    'Can you end the call at 5?',
    'yes please',
    'Please cancel my Tuesday appointment',
    'Remove the old tiles',
    'Thanks 🛑',
    '',
  ];
  for (const text of texts) expect([text, parseOptKeyword(text), soundsLikeOptOut(text)]).toEqual([text, null, false]);
  expect(parseOptKeyword('STOP '.repeat(2_000))).toBeNull();
});
