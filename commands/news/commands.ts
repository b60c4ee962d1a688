/** What’s new: moving among the entries, and running the command one is about. */

import { type Command, command } from '../core/command.ts';

const newsBase = { group: 'Keyline', scopes: ['news'], quiet: true } as const;

const createMoveCommand = (to: 'next' | 'previous' | 'first' | 'last', title: string, icon: string): Command =>
  command({ ...newsBase, id: `news.${to}`, title, icon, keywords: ['news', 'entry'], repeats: true, run: async ({ services }) => services.news.move(to) });

/** Commands of the entries. */
export const newsCommands: readonly Command[] = [
  command({
    ...newsBase,
    id: 'news.try',
    title: 'Try what’s new',
    keywords: ['news', 'entry', 'open', 'run'],
    icon: 'play',
    available: ({ newsEntry }) => newsEntry !== null || { reason: 'Select an entry first' },
    run: async ({ context, services, source }) => {
      if (context.newsEntry) services.palette.open({ command: { id: context.newsEntry.commandId, args: {}, source } });
    },
  }),
  createMoveCommand('next', 'Next entry', 'arrow-down'),
  createMoveCommand('previous', 'Previous entry', 'arrow-up'),
  createMoveCommand('first', 'Newest entry', 'arrow-up'),
  createMoveCommand('last', 'Oldest entry', 'arrow-down'),
];
