import { describe, expect, test } from 'vitest';
import type { Context, Scope } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import type { Binding } from '#commands/keymap/binding.ts';
import { createChord } from '#commands/keymap/chord.ts';
import { createEffectiveKeymap, type EffectiveKeymap, findConflicts, isConflicting, isKeyPrefix } from '#commands/keymap/effectiveKeymap.ts';
import { isCharacterStep, isSingleKey, type Keystroke, parseKeys, splitSteps, toStep } from '#commands/keymap/keys.ts';
import { resolveKeys } from '#commands/keymap/resolve.ts';
import { buildTree, match } from '#commands/keymap/tree.ts';
import { formatKeyCaps } from '#src/ui/keys.ts';
import { context, conversation } from './commandsSupport.ts';

const presets = ['keyline', 'superhuman', 'linear', 'none'] as const;
const of = (preset: (typeof presets)[number], changes: Partial<Parameters<typeof createEffectiveKeymap>[0]> = {}): EffectiveKeymap =>
  createEffectiveKeymap({ preset, singleKeys: true, overrides: {}, ...changes }, registry);
const named = ({ keys, scope, command }: Binding): string => `${keys} in ${scope}: ${command}`;
const pairs = (bindings: readonly Binding[], wrong: (one: Binding, other: Binding) => boolean): string[] =>
  bindings.flatMap((one, at) =>
    bindings.slice(at + 1).flatMap((other) => (wrong(one, other) || wrong(other, one) ? [`${named(one)} and ${named(other)}`] : [])),
  );

const press = (key: string, changes: Partial<Keystroke> = {}): Keystroke => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
});

describe.each(presets)('the keys of %s', (preset) => {
  const { bindings } = of(preset);
  test('name commands that exist', () => {
    expect([...new Set(bindings.map(({ command }) => command))].filter((id) => !registry.get(id))).toEqual([]);
  });
  test('mean one command in one place', () => {
    expect(pairs(bindings, isConflicting)).toEqual([]);
  });
  test('are never the beginning of another', () => {
    expect(pairs(bindings, isKeyPrefix)).toEqual([]);
  });
  test('never swallow typing', () => {
    expect(bindings.filter((binding) => binding.in !== undefined && splitSteps(binding.keys).some(isCharacterStep)).map(named)).toEqual([]);
  });
  test('stay away from Alt, and from Ctrl and Shift with a letter but for the company switch', () => {
    const wrong = bindings.filter(({ keys }) => splitSteps(keys).some((step) => /alt|ctrl|meta/.test(step) || /^mod\+shift\+[a-z]$/.test(step)));
    expect([...new Set(wrong.map(({ keys }) => keys))]).toEqual(['mod+shift+o']);
  });
  test('are written as they are read', () => {
    expect(bindings.filter(({ keys }) => parseKeys(keys) !== keys).map(named)).toEqual([]);
  });
  test('can be shown on key caps', () => {
    expect(bindings.filter(({ keys }) => formatKeyCaps(keys, 'mac').length !== splitSteps(keys).length).map(named)).toEqual([]);
  });
  test('keep the palette and a way out', () => {
    expect(of(preset, { singleKeys: false }).getKeys('palette.open')).toContain('mod+k');
    expect(of(preset, { singleKeys: false }).getKeys('workspace.back')).toContain('escape');
  });
});

test('single characters can be switched off as a whole', () => {
  expect(of('keyline', { singleKeys: false }).bindings.filter(({ keys }) => isSingleKey(keys))).toEqual([]);
});

test('a person’s own key takes the place of the shipped one, in all its places', () => {
  const own = of('keyline', { overrides: { 'conversations.archive': ['shift+d'] } });
  expect(own.getKeys('conversations.archive')).toEqual(['shift+d']);
  expect(own.getBindings('conversations.archive').map(({ scope }) => scope)).toEqual(['inbox', 'conversation']);
});
test('a command without a key can get one, where it makes sense', () => {
  expect(of('keyline', { overrides: { 'list.sort': ['y'] } }).getBindings('list.sort')).toEqual([{ keys: 'y', command: 'list.sort', scope: 'list' }]);
});
test('a key given where text is entered works there only if it writes nothing', () => {
  const own = of('keyline', { overrides: { 'palette.open': ['mod+j', 'q'] } });
  expect(own.getBindings('palette.open').map(({ keys, in: inside }) => [keys, inside])).toEqual([
    ['mod+j', 'anywhere'],
    ['q', undefined],
  ]);
});
test('what a new key would clash with is said before it is kept', () => {
  const keymap = of('keyline');
  expect(findConflicts(keymap, 'list.sort', 'j', ['list']).map(({ command }) => command)).toEqual(['list.next']);
  expect(new Set(findConflicts(keymap, 'looks.theme', 'g', ['workspace']).map(({ keys }) => keys[0]))).toEqual(new Set(['g']));
  expect(findConflicts(keymap, 'looks.theme', 'mod+j', ['workspace'])).toEqual([]);
});

describe('a press is read by what it types', () => {
  test.each([
    ['a letter', press('e'), 'e'],
    ['a letter with Shift', press('I', { shiftKey: true }), 'shift+i'],
    ['a letter under Caps Lock', press('I'), 'i'],
    ['a sign that Shift makes', press('?', { shiftKey: true }), '?'],
    ['the hash of a German layout', press('#'), '#'],
    ['Ctrl and a letter', press('k', { ctrlKey: true }), 'mod+k'],
    ['Ctrl and Shift and Enter', press('Enter', { ctrlKey: true, shiftKey: true }), 'mod+shift+enter'],
    ['Space', press(' '), 'space'],
    ['Windows and a letter', press('k', { metaKey: true }), 'meta+k'],
    ['Ctrl on a Cyrillic layout', press('л', { ctrlKey: true, code: 'KeyK' }), 'mod+k'],
    ['AltGr that writes a character', press('@', { ctrlKey: true, altKey: true, code: 'KeyQ' }), '@'],
    ['Shift alone', press('Shift', { shiftKey: true }), null],
    ['a dead key', press('Dead'), null],
    ['a key of an input method', press('k', { isComposing: true }), null],
    ['a key an input method takes', press('k', { keyCode: 229 }), null],
  ])('%s', (_, event, step) => expect(toStep(event, 'other')).toBe(step));
  test('⌘ is mod on a Mac, and ⌥ is read from the key when it composed a character', () => {
    expect(toStep(press('k', { metaKey: true }), 'mac')).toBe('mod+k');
    expect(toStep(press('˚', { altKey: true, code: 'KeyK' }), 'mac')).toBe('alt+k');
    expect(toStep(press('k', { ctrlKey: true }), 'mac')).toBe('ctrl+k');
  });
});

test('the tree tells nothing, the start of something, and a binding apart', () => {
  const tree = buildTree([{ keys: 'g i' }, { keys: 'g a' }, { keys: 'e' }]);
  expect(match(tree, ['x'])).toEqual({ kind: 'none' });
  expect(match(tree, ['g'])).toEqual({ kind: 'prefix', longer: [{ keys: 'g i' }, { keys: 'g a' }] });
  expect(match(tree, ['g', 'a'])).toEqual({ kind: 'full', bindings: [{ keys: 'g a' }] });
  expect(match(tree, ['g', 'e'])).toEqual({ kind: 'none' });
  expect(match(tree, ['e'], () => false)).toEqual({ kind: 'none' });
});

test('a started chord ends after a second and a half', () => {
  const timers: { run: () => void; ms: number }[] = [];
  const chord = createChord({ setTimeout: (run, ms) => timers.push({ run, ms }), clearTimeout: () => undefined });
  chord.setSteps(['g']);
  expect([chord.steps(), timers[0]?.ms]).toEqual([['g'], 1_500]);
  timers[0]?.run();
  expect(chord.steps()).toEqual([]);
});

describe('what a key means here', () => {
  const keymap = of('keyline');
  const heard = (steps: readonly string[], now = context(), active: readonly Scope[] = now.focus.scopes) => resolveKeys(keymap, registry, now, active, steps);
  const commandOf = (steps: readonly string[], now = context(), active: readonly Scope[] = now.focus.scopes) => {
    const result = heard(steps, now, active);
    return result.kind === 'command' ? result.binding.command : result.kind;
  };
  test('e archives what is open and restores what is archived', () => {
    expect(commandOf(['e'])).toBe('conversations.archive');
    const archived = context({
      focus: { ...context().focus, rows: { kind: 'conversation', rows: [conversation(7, { isArchived: true })], mode: 'cursor', count: 1 } },
    });
    expect(commandOf(['e'], archived)).toBe('conversations.restore');
  });
  test('letters are dead where text is entered, in dialogs and in the palette', () => {
    for (const scope of ['text', 'dialog', 'palette'] as const) expect(commandOf(['e'], context(), [scope, ...context().focus.scopes])).toBe('nothing');
  });
  test('the palette opens from everywhere', () => {
    expect(commandOf(['mod+k'], context(), ['text', 'composer', 'workspace', 'global'])).toBe('palette.open');
    expect(commandOf(['mod+k'], context(), ['dialog', 'text', 'global'])).toBe('palette.open');
  });
  test('a message is sent from the composer only', () => {
    expect(commandOf(['mod+enter'], context(), ['text', 'composer', 'conversation', 'workspace', 'global'])).toBe('messages.send');
    expect(commandOf(['mod+enter'], context(), ['text', 'list', 'workspace', 'global'])).toBe('nothing');
  });
  test('select all belongs to the field that is typed in', () => {
    expect(commandOf(['mod+a'], context(), ['text', 'list', 'workspace', 'global'])).toBe('nothing');
    expect(commandOf(['mod+a'])).toBe('list.selectLoaded');
  });
  test('a chord shows what may follow', () => {
    const result = heard(['g']);
    expect(result.kind === 'chord' && result.longer.map(({ keys }) => keys)).toContain('g i');
  });
  test('a key that cannot act here says why', () => {
    const numbers = context({
      focus: {
        scopes: ['numbers', 'list', 'workspace', 'global'],
        pane: { id: 'p', kind: 'numbers', title: 'Numbers' },
        rows: null,
        columns: [],
        canGoBack: false,
      },
    });
    expect(heard(['e'], numbers)).toMatchObject({ kind: 'stray', reason: 'Archive: go to Inbox first' });
  });
  test('a key of the calls says in the inbox what it is for', () => {
    expect(heard(['q'])).toMatchObject({ kind: 'stray', reason: 'Set call qualification: go to Calls first' });
  });
  test('with several conversations selected the contact beside them is not the one that is labeled', () => {
    const now = context();
    const several: Context = {
      ...now,
      focus: { ...now.focus, rows: { kind: 'conversation', rows: [conversation(7), conversation(8)], mode: 'rows', count: 2 } },
    };
    const label = registry.get('contacts.addLabel');
    if (!label) throw new Error('No such command');
    expect(label.available(several)).toMatchObject({ reason: 'Select the contacts in Contacts to change several' });
    expect(label.available(now)).toBe(true);
  });
  test('the inbox labels and groups the contact of its conversation', () => {
    expect([commandOf(['l']), commandOf(['v'])]).toEqual(['contacts.addLabel', 'contacts.addToGroup']);
  });
  test('a role that may not is told who may', () => {
    const result = heard(['e'], context({}, 'reporting'));
    expect(result.kind === 'command' && !result.answer.ok && result.answer.reason).toBe('Only owners, administrators and users can manage conversations');
  });
});
