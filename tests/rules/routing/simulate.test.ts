import { describe, expect, test } from 'vitest';
import { applyPreset, createHours } from '#contract/text/hours.ts';
import {
  createWhisper,
  getInstructions,
  initialCallState,
  lintRouting,
  listRounds,
  type RoutingContext,
  simulate,
  transitionCall,
} from '#machines/call/index.ts';
import { desk, route, sales, scene, service } from '#tests/models/call.fixtures.ts';

const wording = {
  getGreeting: (id: number) => `Greeting ${id}`,
  hours: 'Mon-Fri 9:00am-5:00pm, Eastern Time',
  openness: 'Closed on Sunday',
  caps: { title: 'Within calling limits', why: '2 of 120 phones' },
};
const play = (given: RoutingContext, keys: string | null = null, answers: Record<string, number> = {}) => simulate(given, { keys, answers }, wording);
const told = (given: RoutingContext, keys: string | null = null, answers: Record<string, number> = {}) =>
  play(given, keys, answers).beats.map(({ title, why }) => [title, why]);
const phones = (...numbers: string[]) => numbers.map((number, at) => ({ id: `f${at}`, number }));

describe('who rings', () => {
  test('somebody presses 2: one phone after another, then voicemail', () => {
    expect(told(scene(), '2')).toEqual([
      ['Not blocked', ''],
      ['Extension 2 “Service”', 'the caller pressed 2'],
      ['Closed on Sunday', wording.hours],
      ['Within calling limits', '2 of 120 phones'],
      ['Rings +1 212-555-0121', 'sequential, for 20s'],
      ['+1 212-555-0121 does not answer', ''],
      ['Rings +1 312-555-0122', 'sequential, for 20s'],
      ['+1 312-555-0122 does not answer', ''],
      ['Voicemail', 'no answer'],
    ]);
  });

  test('nobody presses anything: the first extension, all its phones at once, the quickest takes it', () => {
    const played = play(scene(), null, { [desk.ana]: 6, [desk.jo]: 4 });
    expect(played.rings.map(({ number }) => number)).toEqual([desk.ana, desk.jo]);
    expect(played).toMatchObject({ result: 'answered', callerId: { number: '+14155550134', isCallers: true } });
    expect(played.beats.at(-1)).toMatchObject({ title: '+1 212-555-0121 answers', why: 'after 4s' });
  });

  test('a route with hold music: its caller hears that instead of ringing', () => {
    const given = scene({ routing: { routes: [{ ...sales, onholdMusicId: 4 }] } });
    expect(told(given).find(([title]) => title?.startsWith('Rings'))?.[1]).toBe('simultaneous, for 20s; the caller hears the hold music “Greeting 4”');
    expect(told(scene({ routing: { routes: [sales] } })).some(([, why]) => why?.includes('music'))).toBe(false);
  });

  test('closed: nobody rings and nobody’s phone sees a caller id', () => {
    const played = play(scene({ isOpen: false, routing: { greetingId: 7 } }), '1');
    expect(played.rings).toEqual([]);
    expect(played.callerId).toBeNull();
    expect(played.beats.map(({ title }) => title)).toEqual(['Not blocked', 'Greeting “Greeting 7”', 'Extension 1 “Sales”', 'Closed on Sunday', 'Voicemail']);
    expect(played.beats.at(-1)?.why).toBe('extension 1 isn’t called outside business hours');
  });

  test('a blocked caller is rejected', () => {
    expect(play(scene({ block: 'reject' }))).toMatchObject({ result: 'blocked', rings: [] });
  });

  test('direct voicemail asks for no extension', () => {
    expect(told(scene({ routing: { preset: 5 } })).map(([title]) => title)).toEqual(['Not blocked', 'Closed on Sunday', 'Voicemail']);
  });

  test('a destination that is off is passed over, and its reason told where none is left', () => {
    const off = { [desk.jo]: 'Calls go to the United States and Canada only' };
    expect(play(scene({ refused: off }), '2').rings.map(({ number }) => number)).toEqual([desk.uma]);
    const all = { ...off, [desk.uma]: off[desk.jo] ?? '' };
    expect(told(scene({ refused: all }), '2').at(-1)).toEqual(['Voicemail', 'Calls go to the United States and Canada only']);
  });

  test('by geography the nearest rings first: same area code, same state, elsewhere', () => {
    const geo = route(1, { type: 'geo', forwards: phones('+14155550101', '+13125550102', '+16465550103', '+12125550104') });
    const numbers = (caller: string | null) => listRounds(scene({ caller, routing: { routes: [geo] } }), null).flatMap((round) => round.numbers);
    expect(numbers('+12125550188')).toEqual(['+12125550104', '+16465550103', '+14155550101', '+13125550102']);
    expect(numbers(null)).toEqual(['+14155550101', '+13125550102', '+16465550103', '+12125550104']);
  });

  test('without caller-id pass-through, or with a withheld caller, a phone sees our number', () => {
    const own = { ...sales, callerIdPassThru: false };
    expect(play(scene({ routing: { routes: [own] } })).callerId).toEqual({ number: '+12125550100', isCallers: false });
    expect(play(scene({ caller: null, routing: { routes: [sales] } })).callerId).toEqual({ number: '+12125550100', isCallers: false });
  });
});

describe('what is heard', () => {
  test('the menu names each extension; a wrong key is told once more, and the third time the first extension rings', () => {
    let kept = transitionCall(initialCallState, { type: 'call.arrived', scene: scene({ routing: { greetingId: 7 } }), at: 0 });
    const heard = () => getInstructions({ value: kept.state, context: kept.context });
    expect(heard()).toMatchObject([
      { kind: 'menu', turn: 0, digits: 1, prompts: [{ greetingId: 7 }, { words: 'For Sales, press 1. For Service, press 2. For After hours, press 3.' }] },
    ]);
    for (const turn of [0, 1]) {
      kept = transitionCall(kept, { type: 'keys.pressed', keys: '8', turn, at: turn });
      expect(heard()).toMatchObject([{ kind: 'menu', turn: turn + 1, prompts: [{ words: 'That extension isn’t valid.' }, {}] }]);
    }
    kept = transitionCall(kept, { type: 'keys.pressed', keys: '8', turn: 2, at: 9 });
    expect(heard()).toMatchObject([{ kind: 'ring', numbers: [desk.ana, desk.jo], timeout: 20, callerId: '+14155550134', confirmKeyWait: null }]);
  });

  test('a recorded call is announced before the first phone rings, once', () => {
    const kept = transitionCall(initialCallState, { type: 'call.arrived', scene: scene({ routing: { routes: [service], recordCalls: true } }), at: 0 });
    const heard = getInstructions({ value: kept.state, context: kept.context });
    expect(heard).toMatchObject([{ words: 'This call may be recorded.' }, { kind: 'ring', isRecorded: true, confirmKeyWait: 10 }]);
    const next = transitionCall(kept, { type: 'dial.ended', round: 0, isAnswered: false, seconds: 0, at: 20 });
    expect(getInstructions({ value: next.state, context: next.context })).toMatchObject([{ kind: 'ring', round: 1 }]);
  });

  test('an answering phone hears who calls, digit by digit, before it takes the call', () => {
    expect(createWhisper(scene(), 2)?.words).toBe('A call from 1, 4 1 5, 5 5 5, 0 1 3 4, for Service. Press 1 to accept this call.');
    expect(createWhisper(scene(), 1)).toBeNull();
  });
});

describe('lints', () => {
  const hours = createHours('America/New_York');
  const world = { called: '+12125550100', refused: {}, own: new Map() };
  const lint = (routes: ReturnType<typeof route>[], more: Partial<Parameters<typeof lintRouting>[1]> = {}, given = hours) =>
    lintRouting({ routes, hours: given }, { ...world, ...more }).map(({ code, message }) => [code, message]);

  test('a routing that reaches somebody has none', () => {
    expect(lint([sales, service])).toEqual([]);
  });

  test('a timeout that is longer than a mobile’s own voicemail', () => {
    expect(lint([{ ...sales, timeout: 30 }])).toEqual([['ownVoicemail', expect.stringContaining('30s is longer than most mobiles wait')]]);
    expect(lint([{ ...sales, timeout: 30, confirmKey: true }])).toEqual([]);
  });

  test('a destination that is off, and no reachable end', () => {
    const refused = { [desk.ana]: 'Jamaica is off', [desk.jo]: 'Jamaica is off' };
    expect(lint([sales], { refused }).map(([code]) => code)).toEqual(['refused', 'refused', 'unreachable']);
    expect(lint([])).toEqual([['unreachable', 'No extensions. All calls go to voicemail.']]);
    expect(lint([sales], {}, applyPreset(hours, 4)).map(([code]) => code)).toEqual(['neverOpen']);
  });

  test('a loop over numbers of our own', () => {
    const own = new Map([[desk.ana, { routes: [route(1, { forwards: phones('+12125550100') })] }]]);
    expect(lint([sales], { own })).toEqual([['loop', '+1 212-555-0120 forwards back to this number']]);
    const far = new Map([
      [desk.ana, { routes: [route(1, { forwards: phones('+12125550199') })] }],
      ['+12125550199', { routes: [route(1, { forwards: phones(desk.ana, '+12125550100') })] }],
    ]);
    expect(lint([sales], { own: far })).toEqual([['loop', '+1 212-555-0120 forwards back to this number by way of +1 212-555-0199']]);
  });
});
