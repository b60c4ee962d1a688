/** Commands about the palette itself: five ways in. */

import { type Command, command } from '../core/command.ts';
import type { PaletteOpening } from './types.ts';

const createOpenCommand = (id: string, title: string, icon: string, keywords: readonly string[], opening: PaletteOpening): Command =>
  command({
    id: `palette.${id}`,
    title,
    group: 'Keyline',
    keywords,
    icon,
    scopes: ['global', 'signin'],
    quiet: true,
    // From inside the palette, opening it leads nowhere.
    isUnlisted: id === 'open',
    run: async ({ services }) => {
      if (services.palette.isOpen() && id === 'open') services.palette.close();
      else services.palette.open(opening);
    },
  });

export const paletteCommands: readonly Command[] = [
  createOpenCommand('open', 'Search or run a command', 'search', ['palette', 'find', 'everything'], {}),
  createOpenCommand('commands', 'Find command', 'command', ['palette', '>'], { query: '>' }),
  createOpenCommand('people', 'Find contact', 'user', ['contact', '@', 'person'], { query: '@' }),
  createOpenCommand('numbers', 'Find number', 'hash', ['phone', 'line', '#'], { query: '#' }),
  createOpenCommand('panes', 'Find pane', 'layout', ['view', 'screen', '/'], { query: '/' }),
  createOpenCommand('companies', 'Find company', 'building', ['account', '!'], { query: '!' }),
  command({
    id: 'palette.actions',
    title: 'Show row actions',
    group: 'List',
    keywords: ['menu', 'context', 'what can I do'],
    icon: 'ellipsis',
    scopes: ['list', 'conversation', 'contact', 'call', 'number'],
    quiet: true,
    opensField: true,
    available: ({ focus, open }) => focus.rows !== null || Object.keys(open).length > 0 || { reason: 'Select a row first' },
    run: async ({ services }) => services.palette.open({ query: '', onRows: true }),
  }),
  command({
    id: 'palette.copyLink',
    title: 'Copy link to command',
    group: 'Keyline',
    keywords: ['url', 'address', 'share', 'clipboard'],
    icon: 'link',
    scopes: ['palette'],
    quiet: true,
    isUnlisted: true,
    run: async ({ services }) => services.palette.copyLink(),
  }),
];
