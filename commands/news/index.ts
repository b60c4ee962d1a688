/** What’s new: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { newsCommands } from './commands.ts';
import type { NewsTypes } from './types.ts';

export const news: CommandArea<NewsTypes> = {
  rank: 93,
  commands: [...newsCommands],
  places: [{ kind: 'news', title: 'Go to What’s new', icon: 'megaphone', keywords: ['news', 'changelog', 'release notes', 'updates'], permission: null }],
  triggers: {},
  keys: [
    ...createBindings('news', {
      enter: 'news.try',
      j: 'news.next',
      arrowdown: 'news.next',
      k: 'news.previous',
      arrowup: 'news.previous',
      home: 'news.first',
      end: 'news.last',
    }),
  ],
};
