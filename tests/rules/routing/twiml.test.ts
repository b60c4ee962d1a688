/** Every document the engine makes is one the carrier's grammar allows: the elements, their nesting, their attributes and values as the official library publishes them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CallEvent, type CallSnapshotData, createWhisper, getInstructions, initialCallState, transitionCall } from '#machines/call/index.ts';
import { parseXml, type Verb } from '#sandbox/carrier/twiml.ts';
import { fetchTwiml, formatWaitingTwiml } from '#server/carrier/queueTwiml.ts';
import { emptyTwiml, formatHangupTwiml, formatScreenTwiml, rejectTwiml, toTwiml } from '#server/carrier/twiml.ts';
import { cases, route, scene, service } from '#tests/models/call.fixtures.ts';

const published = readFileSync(new URL('../../../node_modules/twilio/lib/twiml/VoiceResponse.d.ts', import.meta.url), 'utf8');

/** Attribute → the type the library gives it, for each element. */
function attributesIn(element: string): ReadonlyMap<string, string> {
  const [, body = ''] = new RegExp(`interface ${element}Attributes \\{([\\s\\S]*?)\\n    \\}`).exec(published) ?? [];
  return new Map([...body.matchAll(/^\s+"?([\w:-]+)"?\?: ([^;]+);/gm)].map(([, name = '', type = '']) => [name, type]));
}

/** The elements another may hold: the methods of its class that make one. */
function childrenOf(element: string): ReadonlySet<string> {
  const name = element === 'Response' ? 'VoiceResponse' : element;
  const [, body = ''] = new RegExp(`class ${name} extends [\\w.]+ \\{([\\s\\S]*?)\\n {0,4}\\}`).exec(published) ?? [];
  return new Set([...body.matchAll(/^\s+(\w+)\([^)]*\): VoiceResponse\.(\w+);/gm)].map(([, , child = '']) => child));
}

/** The words of a union of words that the library names, such as `RejectReason`. */
function wordsOf(type: string): readonly string[] | null {
  const name = type.replace(/\[\]$/, '').replace('VoiceResponse.', '');
  const [, union] = new RegExp(`type ${name} = ([^;]+);`).exec(published) ?? [];
  return union === undefined ? null : [...union.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
}

function faultOf(type: string, value: string): string | null {
  const words = wordsOf(type);
  if (words && !value.split(' ').every((word) => words.includes(word))) return `“${value}” is none of ${words.join(', ')}`;
  if (type === 'number' && !/^\d+$/.test(value)) return `“${value}” is not a phone number`;
  return type === 'boolean' && value !== 'true' && value !== 'false' ? `“${value}” is neither true nor false` : null;
}

function faultsOf(verb: Verb): string[] {
  const known = attributesIn(verb.name);
  const own = Object.entries(verb.attributes).flatMap(([name, value]) => {
    const type = known.get(name);
    const fault = type === undefined ? 'is not known' : faultOf(type, value);
    return fault === null ? [] : [`${verb.name} ${name}: ${fault}`];
  });
  const inner = verb.children.flatMap((child) => [
    ...(childrenOf(verb.name).has(child.name) ? [] : [`${child.name} may not stand in ${verb.name}`]),
    ...faultsOf(child),
  ]);
  return [...own, ...inner];
}

const at = (path: string) => `https://keyline.example/webhooks/carrier/calls/${path}?a=1&b=2`;
const addresses = {
  keys: () => at('keys'),
  dialed: () => at('dialed'),
  phone: () => at('phone'),
  screen: () => at('screen'),
  accepted: () => at('accepted'),
  queue: 'CA1',
  waiting: () => at('waiting'),
  dequeued: () => at('dequeued'),
  led: () => at('led'),
  placed: () => at('placed'),
  transferred: () => at('transferred'),
  transferEnded: () => at('transfer-ended'),
  recorded: () => at('recorded'),
  recording: () => at('recording'),
  offer: (client: string) => ({ callContextId: `offer of ${client}` }),
  greeting: (id: number) => (id === 4 ? { words: 'Welcome to Fish & Chips <best in town>' } : { url: at('file') }),
};
const documentOf = (kept: CallSnapshotData) => toTwiml(getInstructions({ value: kept.state, context: kept.context }), addresses);
const arrive = (given: Parameters<typeof scene>[0]) => transitionCall(initialCallState, { type: 'call.arrived', scene: scene(given), at: 0 });
const phones = ['+12125550120', '+12125550121'].map((number, place) => ({ id: `f${place}`, number }));

function checked(document: string): Verb {
  const root = parseXml(document);
  if (root?.name !== 'Response') throw new Error(`This is no TwiML: ${document}`);
  expect(faultsOf(root), document).toEqual([]);
  return root;
}

describe('TwiML', () => {
  test('the published grammar is read: it knows what is right and what is wrong', () => {
    expect([...childrenOf('Dial')]).toEqual(expect.arrayContaining(['Number', 'Client', 'Conference']));
    expect([...childrenOf('Response')]).toEqual(expect.arrayContaining(['Dial', 'Gather', 'Record', 'Say', 'Play', 'Reject', 'Hangup']));
    expect(attributesIn('Dial').get('timeout')).toBe('number');
    const wrong = parseXml('<Response><Dial timeout="soon" speed="1"><Say>x</Say></Dial><Reject reason="grumpy"/><Number>1</Number></Response>');
    expect(wrong && faultsOf(wrong)).toEqual([
      'Dial timeout: “soon” is not a phone number',
      'Dial speed: is not known',
      'Say may not stand in Dial',
      'Reject reason: “grumpy” is none of rejected, busy',
      'Number may not stand in Response',
    ]);
  });

  test.each([
    ['standard', {}],
    ['simultaneous', { type: 'simultaneous', forwards: phones }],
    ['sequential', { type: 'sequential', forwards: phones, stagger: true }],
    ['geo', { type: 'geo', forwards: phones }],
    ['in-app-calling', { type: 'in-app-calling', forwards: phones }],
    ['voicemail', { type: 'voicemail', forwards: phones }],
    ['with a confirm key', { forwards: phones.slice(1), confirmKey: true }],
    ['with a greeting of words', { forwards: phones.slice(2), voicemailGreetingId: 4 }],
    ['with a greeting from a file', { forwards: phones.slice(2), voicemailGreetingId: 9 }],
  ] as const)('of a route that is %s is valid', (_title, given) => {
    const routing = {
      routes: [route(1, { forwards: phones.slice(1), ...given })],
      recordCalls: true,
      greetingId: 9,
    };
    const root = checked(documentOf(arrive({ routing })));
    expect(root.children.length).toBeGreaterThan(0);
  });

  test('is valid wherever a call can be, and ends with something that waits for what comes next', () => {
    let kept = arrive({});
    const events: readonly CallEvent[] = Object.entries(cases).flatMap(([type, payloads]) => payloads.map((payload) => ({ type, ...payload }) as CallEvent));
    for (const event of events) {
      kept = transitionCall(kept, event);
      checked(documentOf(kept));
      checked(documentOf(transitionCall(arrive({}), event)));
    }
  });

  test('of a phone that is asked, and of a call that is over or nobody’s, is valid', () => {
    const said = createWhisper(scene({ routing: { routes: [service] } }), 2);
    if (!said) throw new Error('The route asks for a key');
    expect(checked(formatScreenTwiml(said, at('accepted'))).children.map(({ name }) => name)).toEqual(['Gather', 'Hangup']);
    for (const document of [emptyTwiml, formatHangupTwiml(), rejectTwiml(), documentOf(arrive({ block: 'busy' })), documentOf(arrive({ block: 'reject' }))])
      checked(document);
  });

  test('of a route with hold music is a queue of one that plays it, and a phone that fetches the caller; of any other a dialled phone', () => {
    const routing = { routes: [route(1, { forwards: phones, onholdMusicId: 9 })], greetingId: 4, recordCalls: true };
    const root = checked(documentOf(arrive({ routing })));
    expect(root.children.map(({ name }) => name)).toEqual(['Say', 'Say', 'Enqueue']);
    expect(root.children.at(-1)).toMatchObject({ text: 'CA1', attributes: { waitUrl: at('waiting'), action: at('dequeued') } });
    const musics = [{ url: at('file') }, { words: 'One moment' }, null].map((music) => checked(formatWaitingTwiml(music)).children[0]);
    expect(musics).toMatchObject([{ name: 'Play', attributes: { loop: '0' } }, { name: 'Say', attributes: { loop: '0' } }, { name: 'Pause' }]);
    const [dial] = checked(fetchTwiml(true, addresses)).children;
    expect(dial).toMatchObject({ attributes: { record: 'record-from-answer-dual' }, children: [{ name: 'Queue', text: 'CA1' }] });
    expect(checked(fetchTwiml(false, addresses)).children[0]?.attributes).toEqual({});
  });

  test('a phone is told our status address, a screen where one is asked for, and whose number it sees', () => {
    const dial = checked(documentOf(arrive({ routing: { routes: [{ ...service, extension: 1 }] } }))).children.find(({ name }) => name === 'Dial');
    expect(dial?.attributes).toMatchObject({ timeout: '20', callerId: '+14155550134', answerOnBridge: 'true' });
    expect(dial?.children.map(({ text, attributes }) => [text, attributes.url, attributes.statusCallbackEvent])).toEqual([
      ['+12125550121', at('screen'), 'initiated ringing answered completed'],
    ]);
  });
});
