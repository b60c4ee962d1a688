/** Commands about commands, keys and looks: help, undo, again, the log, remapping, theme and density. */

import { limits } from '#contract/core/limits.ts';
import type { Keymap } from '#contract/me/entities.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { getRows } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { formatNoUndo, nothingToUndo } from '../core/undoText.ts';

const saveKeymap = (context: Context, services: Services, changes: Partial<Keymap>) => services.preferences.saveKeymap({ ...context.keymap, ...changes });

const runCommands: readonly Command[] = [
  command({
    id: 'keyline.help',
    title: 'Show keyboard shortcuts',
    group: 'Keyline',
    keywords: ['help', 'shortcuts', 'keyboard', 'hotkeys', 'docs', 'documentation', 'manual', 'what can I do'],
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
    available: ({ undoable }) => (undoable !== null && !undoable.isFinal) || { reason: undoable === null ? nothingToUndo : formatNoUndo(undoable.title) },
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
      const run = getRows(context, 'commandRun')?.rows[0];
      if (run) await services.commands.rerun(run.id);
    },
  }),
  command({
    id: 'keyline.notices',
    title: 'Open notices',
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

const keyCommands: readonly Command[] = [
  command({
    id: 'keys.remap',
    title: 'Change shortcut',
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
    title: 'Reset shortcut to default',
    group: 'Keyline',
    keywords: ['remap', 'default', 'shortcut', 'back'],
    icon: 'rotate-ccw',
    scopes: ['workspace'],
    offline: false,
    available: ({ keymap }) => Object.keys(keymap.overrides).length > 0 || { reason: 'No custom shortcuts' },
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
    title: 'Choose shortcut preset',
    group: 'Keyline',
    keywords: ['preset', 'superhuman', 'linear', 'gmail', 'shortcuts'],
    icon: 'keyboard',
    scopes: ['workspace'],
    offline: false,
    args: {
      preset: arg.one(
        'Preset',
        ['keyline', 'superhuman', 'linear', 'none'],
        {
          keyline: 'Keyline',
          superhuman: 'Superhuman',
          linear: 'Linear',
          none: 'Minimal (arrows, Enter, Esc, command palette)',
        },
        ({ keymap }) => keymap.preset,
      ),
    },
    run: async ({ context, args, services }) => saveKeymap(context, services, { preset: args.preset }),
  }),
  command({
    id: 'keys.singleOff',
    title: 'Turn off single-key shortcuts',
    group: 'Keyline',
    keywords: ['shortcuts', 'accessibility', 'wcag', 'speech input'],
    icon: 'keyboard',
    scopes: ['workspace'],
    offline: false,
    available: ({ keymap }) => keymap.singleKeys || { reason: 'Already off', unblock: { commandId: 'keys.singleOn' } },
    run: async ({ context, services }) => saveKeymap(context, services, { singleKeys: false }),
  }),
  command({
    id: 'keys.singleOn',
    title: 'Turn on single-key shortcuts',
    group: 'Keyline',
    keywords: ['shortcuts'],
    icon: 'keyboard',
    scopes: ['workspace'],
    offline: false,
    available: ({ keymap }) => !keymap.singleKeys || { reason: 'Already on', unblock: { commandId: 'keys.singleOff' } },
    run: async ({ context, services }) => saveKeymap(context, services, { singleKeys: true }),
  }),
  command({
    id: 'keys.open',
    title: 'Edit keyboard shortcuts',
    group: 'Keyline',
    keywords: ['shortcuts', 'keyboard', 'settings', 'remap', 'change'],
    icon: 'keyboard',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => {
      await services.keys.leaveHelp();
      services.panes.open('keys', {}, 'reuse');
    },
  }),
];

const parseSeconds = (text: string) => {
  const value = Number(text.trim().replace(/\s*s(ec(onds?)?)?$/i, ''));
  const fits = text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= limits.holdSecondsMax;
  return fits ? { ok: true as const, value } : { ok: false as const, error: `Enter a whole number of seconds from 0 to ${limits.holdSecondsMax}` };
};

const appearanceCommands: readonly Command[] = [
  command({
    id: 'looks.theme',
    title: 'Change theme',
    group: 'Keyline',
    keywords: ['dark', 'light', 'colours', 'colors', 'mode', 'appearance', 'settings'],
    icon: 'moon',
    scopes: ['workspace'],
    offline: false,
    args: { theme: arg.one('Theme', ['dark', 'light', 'system'], { dark: 'Dark', light: 'Light', system: 'System' }, ({ preferences }) => preferences.theme) },
    run: async ({ args, services }) => services.preferences.save({ theme: args.theme }, `Theme: ${args.theme}`),
  }),
  command({
    id: 'looks.density',
    title: 'Change density',
    group: 'Keyline',
    keywords: ['compact', 'roomy', 'row height', 'spacing', 'settings'],
    icon: 'rows',
    scopes: ['workspace'],
    offline: false,
    args: {
      density: arg.one(
        'Rows',
        ['compact', 'normal', 'roomy'],
        { compact: 'Compact', normal: 'Normal', roomy: 'Comfortable' },
        ({ preferences }) => preferences.density,
      ),
    },
    run: async ({ args, services }) => services.preferences.save({ density: args.density }, `Density: ${args.density}`),
  }),
  command({
    id: 'messages.hold',
    title: 'Set undo send delay',
    group: 'Message',
    keywords: ['undo send', 'delay', 'seconds', 'countdown', 'hold back', 'held back', 'choose', 'settings'],
    icon: 'timer',
    scopes: ['workspace'],
    offline: false,
    detail: ({ preferences }) => `Currently ${preferences.holdSeconds}s`,
    args: {
      seconds: arg.text({
        label: 'Seconds',
        hint: `0 sends immediately. Maximum ${limits.holdSecondsMax}.`,
        initial: ({ preferences }) => String(preferences.holdSeconds),
        parse: parseSeconds,
      }),
    },
    run: async ({ args, services }) =>
      services.preferences.save(
        { holdSeconds: args.seconds },
        args.seconds === 0 ? 'Messages are sent immediately' : `Messages wait ${args.seconds}s before they’re sent`,
      ),
  }),
];

export const keylineCommands: readonly Command[] = [...runCommands, ...keyCommands, ...appearanceCommands];
