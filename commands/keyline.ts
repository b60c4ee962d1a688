/** Commands about commands, keys and looks: help, undo, again, the log, remapping, theme and density. */
import { limits } from '#contract/limits.ts';
import type { Keymap } from '#contract/me.ts';
import { arg } from './args.ts';
import { type Command, command } from './command.ts';
import { rowsOf } from './rows.ts';
import type { Services } from './services.ts';
import type { Context } from './types.ts';
import { nothingToUndo, noUndo } from './undoText.ts';

const saveKeymap = (context: Context, services: Services, changes: Partial<Keymap>) => services.preferences.saveKeymap({ ...context.keymap, ...changes });

const aboutRuns: readonly Command[] = [
  command({
    id: 'keyline.help',
    title: 'Keys that work here',
    group: 'Keyline',
    keywords: ['help', 'shortcuts', 'keyboard', 'hotkeys', 'what can I do'],
    icon: 'circle-help',
    scopes: ['global', 'signin'],
    quiet: true,
    run: async ({ services }) => services.keys.showHelp(),
  }),
  command({
    id: 'keyline.undo',
    title: 'Undo',
    group: 'Keyline',
    keywords: ['take back', 'revert'],
    icon: 'undo',
    scopes: ['workspace'],
    offline: true,
    quiet: true,
    available: ({ undoable }) => (undoable !== null && !undoable.isFinal) || { reason: undoable === null ? nothingToUndo : noUndo(undoable.title) },
    detail: ({ undoable }) => (undoable?.isFinal ? null : (undoable?.title ?? null)),
    run: async ({ services }) => void (await services.commands.undo()),
  }),
  command({
    id: 'keyline.again',
    title: 'Run again',
    group: 'Keyline',
    keywords: ['repeat', 'redo', 'log'],
    icon: 'redo',
    scopes: ['log'],
    rows: { kind: 'commandRun', max: 1 },
    quiet: true,
    run: async ({ context, services }) => {
      const run = rowsOf(context, 'commandRun')?.rows[0];
      if (run) await services.commands.again(run.id);
    },
  }),
  command({
    id: 'keyline.notices',
    title: 'Open the notices',
    group: 'Keyline',
    keywords: ['messages', 'errors', 'bell', 'what happened'],
    icon: 'bell',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.panes.open('notices', {}, 'reuse'),
  }),
  command({
    id: 'keyline.dismissNotices',
    title: 'Dismiss all notices',
    group: 'Keyline',
    keywords: ['clear', 'hide'],
    icon: 'bell-off',
    scopes: ['global', 'signin'],
    quiet: true,
    run: async ({ services }) => services.notices.dismissAll(),
  }),
];

const aboutKeys: readonly Command[] = [
  command({
    id: 'keys.remap',
    title: 'Change a key',
    group: 'Keyline',
    keywords: ['remap', 'rebind', 'shortcut', 'keyboard', 'customize'],
    icon: 'keyboard',
    scopes: ['workspace'],
    quiet: true,
    args: { command: arg.command('Which command') },
    run: async ({ args, services }) => services.keys.record(args.command),
  }),
  command({
    id: 'keys.reset',
    title: 'Give a command its own key back',
    group: 'Keyline',
    keywords: ['remap', 'default', 'shortcut'],
    icon: 'rotate-ccw',
    scopes: ['workspace'],
    offline: false,
    available: ({ keymap }) => Object.keys(keymap.overrides).length > 0 || { reason: 'No key was changed' },
    args: {
      command: arg.command('Which command', (context) => Object.keys(context.keymap.overrides)),
    },
    run: async ({ context, args, services }) => {
      const { [args.command]: _, ...overrides } = context.keymap.overrides;
      return saveKeymap(context, services, { overrides });
    },
  }),
  command({
    id: 'keys.preset',
    title: 'Use keys as in another program',
    group: 'Keyline',
    keywords: ['preset', 'superhuman', 'linear', 'gmail', 'shortcuts'],
    icon: 'keyboard',
    scopes: ['workspace'],
    offline: false,
    args: {
      preset: arg.one('Keys of', ['keyline', 'superhuman', 'linear', 'none'], {
        keyline: 'Keyline',
        superhuman: 'Superhuman',
        linear: 'Linear',
        none: 'None: arrows, Enter, Escape and the palette',
      }),
    },
    run: async ({ context, args, services }) => saveKeymap(context, services, { preset: args.preset }),
  }),
  command({
    id: 'keys.singleOff',
    title: 'Turn single-character keys off',
    group: 'Keyline',
    keywords: ['shortcuts', 'accessibility', 'wcag', 'speech input'],
    icon: 'keyboard',
    scopes: ['workspace'],
    offline: false,
    available: ({ keymap }) => keymap.singleKeys || { reason: 'They are off already', unblock: { commandId: 'keys.singleOn' } },
    run: async ({ context, services }) => saveKeymap(context, services, { singleKeys: false }),
  }),
  command({
    id: 'keys.singleOn',
    title: 'Turn single-character keys on',
    group: 'Keyline',
    keywords: ['shortcuts'],
    icon: 'keyboard',
    scopes: ['workspace'],
    offline: false,
    available: ({ keymap }) => !keymap.singleKeys || { reason: 'They are on already', unblock: { commandId: 'keys.singleOff' } },
    run: async ({ context, services }) => saveKeymap(context, services, { singleKeys: true }),
  }),
  command({
    id: 'keys.open',
    title: 'See and change all keys',
    group: 'Keyline',
    keywords: ['shortcuts', 'keyboard', 'settings', 'remap'],
    icon: 'keyboard',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.panes.open('keys', {}, 'reuse'),
  }),
];

const seconds = (text: string) => {
  const value = Number(text.trim().replace(/\s*s(ec(onds?)?)?$/i, ''));
  const fits = text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= limits.holdSecondsMax;
  return fits ? { ok: true as const, value } : { ok: false as const, error: `A whole number of seconds from 0 to ${limits.holdSecondsMax}` };
};

const aboutLooks: readonly Command[] = [
  command({
    id: 'looks.theme',
    title: 'Change the theme',
    group: 'Keyline',
    keywords: ['dark', 'light', 'colours', 'colors', 'mode', 'appearance'],
    icon: 'moon',
    scopes: ['workspace'],
    offline: false,
    args: { theme: arg.one('Theme', ['dark', 'light', 'system'], { dark: 'Dark', light: 'Light', system: 'As the system' }) },
    run: async ({ args, services }) => services.preferences.save({ theme: args.theme }),
  }),
  command({
    id: 'looks.density',
    title: 'Change the density',
    group: 'Keyline',
    keywords: ['compact', 'roomy', 'row height', 'spacing'],
    icon: 'rows',
    scopes: ['workspace'],
    offline: false,
    args: { density: arg.one('Rows', ['compact', 'normal', 'roomy'], { compact: 'Compact', normal: 'Normal', roomy: 'Roomy' }) },
    run: async ({ args, services }) => services.preferences.save({ density: args.density }),
  }),
  command({
    id: 'messages.hold',
    title: 'Choose how long a send is held back',
    group: 'Message',
    keywords: ['undo send', 'delay', 'seconds', 'countdown'],
    icon: 'timer',
    scopes: ['workspace'],
    offline: false,
    detail: ({ preferences }) => `${preferences.holdSeconds} s now`,
    args: {
      seconds: arg.text({
        label: 'Seconds',
        hint: `0 sends at once; at most ${limits.holdSecondsMax}`,
        initial: ({ preferences }) => String(preferences.holdSeconds),
        parse: seconds,
      }),
    },
    run: async ({ args, services }) => services.preferences.save({ holdSeconds: args.seconds }),
  }),
];

export const keylineCommands: readonly Command[] = [...aboutRuns, ...aboutKeys, ...aboutLooks];
