/** The bottom line and the caps of notices name a key only where it does what they say, with the focus of this moment. */
import { describe, expect, test } from 'vitest';
import { checkAvailability } from '#commands/core/availability.ts';
import type { Context, RowSet, Scope } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { createEffectiveKeymap } from '#commands/keymap/effectiveKeymap.ts';
import { getReachableKeys, resolveKeys } from '#commands/keymap/resolve.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { listHints } from '#src/app/hints.ts';
import { number as aNumber, context, conversation, reason } from './commandsSupport.ts';

const at = (scopes: readonly Scope[], changes: Partial<Context> = {}): Context => {
  const now = context(changes);
  return { ...now, focus: { ...now.focus, canGoBack: true, ...changes.focus, scopes } };
};
const keymapOf = (now: Context) => createEffectiveKeymap(now.keymap, registry);
const words = (now: Context) => listHints(keymapOf(now), registry, now).map(({ keys, label: word }) => `${keys} ${word}`);
const off = (now: Context): Context => ({ ...now, keymap: { ...now.keymap, singleKeys: false } });

const composer = { conversationId: 7, text: 'Call back', mediaCount: 0, quietHours: null };
const inComposer: readonly Scope[] = ['text', 'composer', 'conversation', 'workspace', 'global'];
const note = at(inComposer, { composer: { ...composer, mode: 'note' } });

/** Places the focus can be in, each with text entry and without. */
const places: readonly (readonly Scope[])[] = [
  ['inbox', 'list', 'workspace', 'global'],
  ['conversation', 'workspace', 'global'],
  inComposer,
  ['contacts', 'list', 'workspace', 'global'],
  ['contactForm', 'contact', 'workspace', 'global'],
  ['routing', 'workspace', 'global'],
  ['numbers', 'list', 'workspace', 'global'],
  ['purchase', 'list', 'workspace', 'global'],
  ['calls', 'list', 'workspace', 'global'],
  ['greetingForm', 'greetings', 'workspace', 'global'],
  ['workspace', 'global'],
];

describe('the bottom line', () => {
  test.each(places.flatMap((scopes) => [scopes, ['text', ...scopes] as const]).map((scopes) => [[...new Set(scopes)]]))(
    'with the focus in %s names keys that run that very command',
    (scopes) => {
      for (const now of [at(scopes), off(at(scopes)), at(scopes, { composer: { ...composer, mode: 'note' } })]) {
        const hints = listHints(keymapOf(now), registry, now);
        expect(hints.length).toBeGreaterThan(0);
        for (const { id, keys } of hints)
          expect(resolveKeys(keymapOf(now), registry, now, now.focus.scopes, keys.split(' '))).toMatchObject({
            kind: 'command',
            binding: { command: id },
            answer: { ok: true },
          });
      }
    },
  );

  test('says of free numbers how one is chosen, of a choice how it is bought, and never both', () => {
    const place = { vanity: null, locality: null, region: null, category: 1, type: 1, lineType: 1, providerId: 1 };
    const offer = { ...place, number: '+14155550111', nationalNumber: '(415) 555-0111', smsCapable: true, monthlyCost: 1.5 };
    const offers: RowSet = { kind: 'offer', rows: [offer], mode: 'cursor', count: 1 };
    const buying = (state: string, accepted: string) => {
      const view = { state, canAccept: (type: string) => type === accepted, getReason: () => null };
      return words(at(['purchase', 'list', 'workspace', 'global'], { flows: { numberPurchase: view }, focus: { ...context().focus, rows: offers } }));
    };
    expect(buying('results', 'offers.chosen')).toContain('enter choose');
    expect(buying('results', 'offers.chosen').join()).not.toContain('buy');
    expect(buying('confirming', 'purchase.confirmed').join()).not.toContain('choose');
    expect(buying('confirming', 'purchase.confirmed')).toContain('mod+enter buy');
    expect(buying('bought', '')).toContain('t call routing');
  });

  test('says of a note that it is saved, and nothing of sending', () => {
    expect(words(note)).toContain('mod+enter save note');
    expect(words(note).join()).not.toMatch(/send|archive/);
  });

  test('says of a recording that plays that it is paused', () => {
    const playing = (isPlaying: boolean) => at(['recording', 'call', 'workspace', 'global'], { recording: { itemId: 5, isPlaying, speed: 1 } });
    expect(words(playing(false))).toContain('space play');
    expect(words(playing(true))).toContain('space pause');
  });

  test('offers no reply where none can be sent, and the key says why', () => {
    const open = (changes: Parameters<typeof conversation>[1], more: Partial<Context> = {}) =>
      at(['conversation', 'workspace', 'global'], { open: { conversation: conversation(7, changes) }, ...more });
    const number = { id: 4, label: 'Fax', number: '+14155550104', isSmsEnabled: false, isCallTranscriptionEnabled: false };
    const optedOut = open({ contact: { id: 5, name: 'Grace Adeyemi', subscribed: false }, isOptedOut: true });
    const fax = open({ number }, { numbers: [aNumber(4, { lineType: 2, smsEnabled: false })] });
    const noTexts = open({ number });
    expect([optedOut, fax, noTexts].map((now) => reason('messages.reply', now))).toEqual([
      'Recipient opted out. They must reply START first.',
      'This number only faxes. Send a fax instead.',
      'Fax can’t send texts',
    ]);
    for (const now of [optedOut, fax, noTexts]) expect(words(now).join()).not.toContain('reply');
    expect(words(open({}))).toContain('r reply');
  });

  test('opens nothing in an empty list, and offers what a notice can have done to it', () => {
    const focus = (rows: RowSet, scopes: readonly Scope[]) => at(scopes, { focus: { ...context().focus, rows, scopes } });
    const none = focus({ kind: 'number', rows: [], mode: 'cursor', count: 0 }, ['numbers', 'list', 'workspace', 'global']);
    expect(words(none).join()).not.toContain('open');
    const notice = { id: 1, tone: 'info', message: 'Saved', at: 0 } as const;
    expect(words(focus({ kind: 'notice', rows: [notice], mode: 'cursor', count: 1 }, ['notices', 'list', 'workspace', 'global']))).toContain('# dismiss');
  });

  test('undoes the held send from an empty composer, and what was typed by the browser', () => {
    const means = (text: string) => {
      const now = at(inComposer, { composer: { ...composer, mode: 'reply', text }, undoable: { title: 'Send', isFinal: false } });
      const heard = resolveKeys(keymapOf(now), registry, now, now.focus.scopes, ['mod+z']);
      return heard.kind === 'command' ? heard.binding.command : heard.kind;
    };
    expect([means(''), means('Call back')]).toEqual(['keyline.undo', 'nothing']);
  });

  test('leads whoever may turn links on to do it, and sends others to them', () => {
    const refused = { state: 'composing', canAccept: () => false, getReason: () => linksOff };
    const now = (role: 'owner' | 'user') => ({
      ...context({ composer: { ...composer, mode: 'reply' }, flows: { outgoingMessage: refused } }, role),
      focus: note.focus,
    });
    const send = registry.get('messages.send');
    const given = (role: 'owner' | 'user') => send && checkAvailability(send, now(role));
    expect(given('owner')).toMatchObject({ ok: false, unblock: { commandId: 'company.toggleLinks' } });
    expect(given('user')).toMatchObject({ ok: false, reason: linksOff });
  });

  test('names no single letter where text is entered', () => {
    for (const scopes of places) expect(words(at([...new Set<Scope>(['text', ...scopes])])).filter((each) => /^\S /.test(each))).toEqual([]);
  });

  test('shows the way to the palette where single keys are off', () => {
    expect(words(off(at(['inbox', 'list', 'workspace', 'global'])))).toContain('mod+k all commands');
  });
});

describe('the key of what a notice offers', () => {
  const undo = (now: Context) => getReachableKeys(keymapOf(now), registry, { ...now, undoable: { title: 'Block', isFinal: false } }, 'keyline.undo');

  test('is the one that works: z, Ctrl+Z where single keys are off, and Escape first where text is entered', () => {
    const list = at(['inbox', 'list', 'workspace', 'global']);
    expect([undo(list), undo(off(list)), undo(note), undo(off(note))]).toEqual(['z', 'mod+z', 'escape z', 'escape mod+z']);
  });

  test('is none in a dialog, which takes all keys for itself', () => {
    expect(undo(at(['text', 'dialog', 'workspace', 'global']))).toBeUndefined();
  });
});

describe('an internal note', () => {
  test('is never sent: neither by the key, nor later, nor as what goes out and is archived', () => {
    for (const id of ['messages.send', 'messages.sendAndDone', 'messages.schedule']) expect(reason(id, note)).toBe('Internal notes are never sent');
    expect(reason('notes.save', note)).toBeNull();
    expect(reason('notes.save', at(inComposer, { composer: { ...composer, mode: 'reply' } }))).toBe('Start an internal note first');
  });
});
