/** Panes and layouts: split, close, zoom, even out, move focus, resize, presets, saved layouts. */

import { capitalize } from '#contract/text/capitalize.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { type Direction, type Preset, presets } from './types.ts';

const workspaceBase = { group: 'Workspace', scopes: ['workspace'], quiet: true } as const;

const createPaneCommand = (
  id: string,
  title: string,
  icon: string,
  keywords: readonly string[],
  run: (services: Services) => void,
  more: Pick<CommandDefinition<Record<never, never>>, 'available' | 'repeats'> = {},
): Command => command({ ...workspaceBase, ...more, id: `workspace.${id}`, title, icon, keywords, run: async ({ services }) => run(services) });

/** Splits the focused pane, and asks what the new one shows; the same as the focused one stands first. */
const createSplitCommand = (id: string, title: string, icon: string, keywords: readonly string[], where: 'beside' | 'below'): Command =>
  command({
    ...workspaceBase,
    id: `workspace.${id}`,
    title,
    icon,
    keywords,
    args: {
      show: arg.list({
        label: 'Show',
        options: ({ openable, focus: { pane } }: Context) =>
          [...openable]
            .sort((one, other) => Number(other.kind === pane?.kind) - Number(one.kind === pane?.kind))
            .map(({ kind, title: named, icon: drawn }) => ({ value: kind, id: kind, title: named, icon: drawn })),
      }),
    },
    run: async ({ args, services }) => services.panes.open(args.show, {}, where),
  });

const severalPanes = {
  available: ({ panes }: Context) => panes.length > 1 || { reason: 'Only one pane is open', unblock: { commandId: 'workspace.splitRight' } },
};

const sides: readonly [Direction, string][] = [
  ['left', 'Left'],
  ['right', 'Right'],
  ['up', 'Up'],
  ['down', 'Down'],
];

const sideNames: Record<Direction, string> = { left: 'left', right: 'right', up: 'above', down: 'below' };

const paneCommands: readonly Command[] = [
  createPaneCommand('back', 'Go back', 'arrow-left', ['close', 'escape', 'leave'], ({ panes }) => void panes.goBack()),
  createSplitCommand('splitRight', 'Split right', 'split-horizontal', ['pane', 'vertical', 'beside'], 'beside'),
  createSplitCommand('splitDown', 'Split down', 'split-vertical', ['pane', 'horizontal', 'below'], 'below'),
  createPaneCommand('closePane', 'Close pane', 'x', ['quit', 'tile'], ({ panes }) => panes.close(), severalPanes),
  createPaneCommand('reopenPane', 'Reopen closed pane', 'undo', ['restore', 'tile', 'undo close'], ({ panes }) => panes.reopen(), {
    available: ({ canReopen }) => canReopen || { reason: 'No pane was closed in this view' },
  }),
  command({
    ...workspaceBase,
    id: 'workspace.movePane',
    title: 'Move pane',
    icon: 'layout',
    keywords: ['swap', 'exchange', 'rearrange', 'tile'],
    ...severalPanes,
    args: {
      to: arg.list({
        label: 'Swap with the pane',
        options: ({ neighbours }: Context) =>
          sides
            .filter(([side]) => neighbours.includes(side))
            .map(([side]) => ({ value: side, id: side, title: capitalize(sideNames[side]), icon: `arrow-${side}` })),
      }),
    },
    run: async ({ args, services }) => services.panes.move(args.to),
  }),
  createPaneCommand('zoom', 'Zoom pane', 'expand', ['full', 'maximize', 'unzoom'], ({ panes }) => panes.zoom(), severalPanes),
  createPaneCommand('even', 'Make panes equal size', 'grid', ['equal', 'balance', 'sizes', 'even'], ({ panes }) => panes.equalize(), severalPanes),
  createPaneCommand('nextPane', 'Next pane', 'arrow-right', ['focus', 'cycle'], ({ panes }) => panes.cycle(1), severalPanes),
  createPaneCommand('previousPane', 'Previous pane', 'arrow-left', ['focus', 'cycle'], ({ panes }) => panes.cycle(-1), severalPanes),
  ...sides.map(([side, name]) =>
    createPaneCommand(`focus${name}`, `Focus pane ${sideNames[side]}`, `arrow-${side}`, ['move', 'go'], ({ panes }) => panes.focus(side), severalPanes),
  ),
  ...sides.map(([side, name]) =>
    createPaneCommand(
      `grow${name}`,
      `Resize pane ${side}`,
      `arrow-${side}`,
      ['move', 'edge', 'wider', 'narrower', 'taller', 'shorter'],
      ({ panes }) => panes.resize(side),
      {
        ...severalPanes,
        repeats: true,
      },
    ),
  ),
];

const presetNames: Record<Preset, string> = { agent: 'agents', admin: 'administrators', support: 'support staff' };

const createLayoutArg = (label: string) =>
  arg.list({ label, options: ({ layouts }: Context) => layouts.map((name) => ({ value: name, id: name, title: name, icon: 'layout' })) });

const checkSavedLayouts = ({ layouts }: Context) => layouts.length > 0 || { reason: 'No saved layouts', unblock: { commandId: 'workspace.saveAs' } };

const layoutCommands: readonly Command[] = [
  ...presets.map((preset) =>
    createPaneCommand(
      `preset${preset.charAt(0).toUpperCase()}${preset.slice(1)}`,
      `Use layout for ${presetNames[preset]}`,
      'layout',
      ['arrange', 'preset', preset],
      ({ panes }) => panes.applyPreset(preset),
    ),
  ),
  command({
    id: 'workspace.saveAs',
    title: 'Save layout',
    group: 'Workspace',
    keywords: ['arrangement', 'panes', 'remember'],
    icon: 'save',
    scopes: ['workspace'],
    offline: false,
    args: { name: arg.text({ label: 'Name', parse: parseLayoutName }) },
    run: async ({ args, services }) => {
      await services.panes.saveLayout(args.name);
      return { message: `Layout “${args.name}” saved`, undo: { title: 'Save the layout', run: () => services.panes.deleteLayout(args.name) } };
    },
  }),
  command({
    id: 'workspace.restore',
    title: 'Open saved layout',
    group: 'Workspace',
    keywords: ['arrangement', 'panes', 'saved', 'load', 'restore'],
    icon: 'layout',
    scopes: ['workspace'],
    available: checkSavedLayouts,
    isShown: true,
    args: { name: createLayoutArg('Layout') },
    run: async ({ args, services }) => services.panes.openLayout(args.name),
  }),
  command({
    id: 'workspace.forget',
    title: 'Delete layout',
    group: 'Workspace',
    keywords: ['delete', 'arrangement', 'saved', 'forget'],
    icon: 'trash',
    scopes: ['workspace'],
    offline: false,
    available: checkSavedLayouts,
    args: { name: createLayoutArg('Layout') },
    run: async ({ args, services }) => {
      await services.panes.deleteLayout(args.name);
      return { message: `Layout “${args.name}” deleted` };
    },
  }),
];

function parseLayoutName(text: string) {
  const value = text.trim();
  if (value === '') return { ok: false as const, error: 'Enter a name' };
  if (value.length > 60) return { ok: false as const, error: 'At most 60 characters' };
  if (value === 'current') return { ok: false as const, error: '“current” is a reserved name. Choose another.' };
  return { ok: true as const, value };
}

/** Steps through the places one has been in, and their links. */
const placeCommands: readonly Command[] = [
  createPaneCommand('previousPlace', 'Go to previous place', 'arrow-left', ['back', 'history', 'return'], ({ panes }) => panes.step(-1)),
  createPaneCommand('nextPlace', 'Go to next place', 'arrow-right', ['forward', 'history'], ({ panes }) => panes.step(1)),
  command({
    ...workspaceBase,
    id: 'workspace.copyLink',
    title: 'Copy link',
    icon: 'link',
    keywords: ['url', 'address', 'share', 'clipboard'],
    run: async ({ services }) => services.clipboard.copy(services.panes.getLink(), 'Link copied'),
  }),
];

export const workspaceCommands: readonly Command[] = [...paneCommands, ...placeCommands, ...layoutCommands];
