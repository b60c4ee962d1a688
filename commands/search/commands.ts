/** Searching messages, opening what a search over all companies found, and moving in the search field of a list. */
import { limits } from '#contract/core/limits.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Services } from '../core/services.ts';

const createMoveCommand = (id: string, title: string, icon: string, step: 1 | -1): Command =>
  command({
    id: `search.${id}`,
    title,
    group: 'List',
    icon,
    scopes: ['searchField'],
    quiet: true,
    repeats: true,
    run: async ({ services }) => services.searchField.move(step),
  });

const searchBase = { group: 'Inbox', scopes: ['workspace'], permission: 'conversations.read', quiet: true } as const;

const createToggleCommand = (half: 'Names' | 'Messages', words: string, icon: string): Command =>
  command({
    ...searchBase,
    id: `search.toggle${half}`,
    title: `Toggle filter: ${words}`,
    icon,
    scopes: ['inbox'],
    run: async ({ services }) => services.conversations.toggleSearchIn(half === 'Names' ? 'names' : 'messages'),
  });

const openers: Readonly<Record<string, (id: number, services: Services) => void>> = {
  contact: (id, { contacts }) => contacts.open(id),
  number: (id, { numbers }) => numbers.open(id),
  conversation: (id, { conversations }) => conversations.open(id),
};

/** Commands of the area. */
export const searchCommands: readonly Command[] = [
  command({
    ...searchBase,
    id: 'search.messages',
    title: 'Search messages',
    keywords: ['find', 'text', 'notes', 'transcripts'],
    icon: 'search',
    typed: { verb: 'search', arg: 'q' },
    args: { q: { ...arg.words('Words', limits.searchCharacters), hint: 'invoice "walk in" from:dana after:2026-03 is:voicemail' } },
    run: async ({ args, services }) => services.conversations.search(args.q),
  }),
  createToggleCommand('Names', 'names and numbers', 'user'),
  createToggleCommand('Messages', 'messages', 'message'),
  command({
    group: 'Keyline',
    id: 'search.everywhere',
    title: 'Search everywhere',
    icon: 'search',
    scopes: ['workspace'],
    quiet: true,
    // Offered where nothing is found: from the palette it would only lead back there.
    isUnlisted: true,
    args: { q: arg.words('Words', 100) },
    run: async ({ args, services }) => services.palette.open({ query: args.q }),
  }),
  createMoveCommand('next', 'Next suggestion or result', 'arrow-down', 1),
  createMoveCommand('previous', 'Previous suggestion', 'arrow-up', -1),
  command({
    id: 'search.open',
    title: 'Open in another company',
    group: 'Go to',
    icon: 'building',
    scopes: ['workspace'],
    offline: false,
    changes: false,
    isUnlisted: true,
    args: {
      company: arg.list({ label: 'Company', options: ({ companies }) => companies.map(({ id, name }) => ({ value: id, id: String(id), title: name })) }),
      // Kind and id: `contact.7`.
      hit: arg.text({
        label: 'Result',
        parse: (text) => {
          const [, kind = '', id] = /^(\w+)\.(\d{1,16})$/.exec(text) ?? [];
          const open = openers[kind];
          return open ? { ok: true, value: { open, id: Number(id) } } : { ok: false, error: 'This link leads nowhere' };
        },
      }),
    },
    run: async ({ context, args: { company, hit }, services }) => {
      if (context.company?.id !== company) await services.session.enterCompany(company);
      hit.open(hit.id, services);
    },
  }),
];
