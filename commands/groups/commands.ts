/** Groups of contacts: creating, changing and deleting them, and who is in them. */

import type { ContactGroup } from '#contract/groups/entities.ts';
import { checkContacts, contactBase, createContactReview, getContacts } from '../contacts/chosen.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { formatCount, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { createGroupArg } from './groupArg.ts';

const getGroup = (context: Context): ContactGroup => {
  const row = getRows(context, 'group')?.rows[0];
  if (!row) throw new Error('Select a group first');
  return row;
};

const writeBase = { group: 'Contacts', permission: 'groups.write' } as const;
const groupBase = { ...writeBase, scopes: ['groups'], rows: { kind: 'group', max: 1 } } as const;
const memberBase = { ...writeBase, ...contactBase } as const;

const reviewMembers = (context: Context, { id, name }: ContactGroup, isAdding: boolean): Review | null =>
  createContactReview(getContacts(context), {
    verb: isAdding ? 'add' : 'remove',
    formatSentence: (contacts) => (isAdding ? `Add ${contacts} to group “${name}”` : `Remove ${contacts} from group “${name}”`),
    isIdle: ({ groups }) => groups.some((group) => group.id === id) === isAdding,
    idle: isAdding ? 'already in it' : 'not in it',
  });

const checkFilter = ({ focus: { rows } }: Context): Availability =>
  (rows?.kind === 'contact' && Object.keys(rows.filter ?? {}).length > 0) || { reason: 'Filter the contacts first' };

const listCommands: readonly Command[] = [
  command({
    ...writeBase,
    id: 'groups.create',
    title: 'Create group',
    keywords: ['new', 'add', 'list', 'segment'],
    icon: 'users',
    scopes: ['workspace'],
    args: { name: arg.words('Name', 100) },
    run: async ({ args, services }) => services.groups.create(args.name),
  }),
  command({
    ...writeBase,
    id: 'groups.createFromFilter',
    title: 'Save contact filter as group',
    keywords: ['virtual', 'segment', 'smart list', 'create group'],
    icon: 'filter',
    scopes: ['contacts'],
    available: checkFilter,
    args: { name: arg.words('Name', 100) },
    run: async ({ args, services }) => services.groups.createFromFilter(args.name),
  }),
  command({
    ...groupBase,
    id: 'groups.rename',
    title: 'Rename group',
    keywords: ['edit', 'change'],
    icon: 'pencil',
    args: { name: arg.words('Name', 100, (context) => getRows(context, 'group')?.rows[0]?.name) },
    run: async ({ context, args, services }) => services.groups.rename(getGroup(context), args.name),
  }),
  command({
    ...groupBase,
    id: 'groups.delete',
    title: 'Delete group',
    keywords: ['remove'],
    icon: 'trash',
    review: ({ context }) => ({
      sentence: `Delete group “${getGroup(context).name}”. Its ${formatCount(getGroup(context).contactCount, 'contact')} are kept.`,
      count: 1,
      sample: [getGroup(context).name],
      skipped: [],
      verb: 'delete',
      undoNote: 'You can undo this',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.groups.remove(getGroup(context)),
  }),
];

const memberCommands: readonly Command[] = [
  command({
    ...memberBase,
    id: 'contacts.addToGroup',
    title: 'Add contact to group',
    keywords: ['list', 'segment', 'member'],
    icon: 'user-plus',
    available: checkContacts,
    args: { group: createGroupArg({ isNew: true, isFilled: true }) },
    review: ({ context, args }) => reviewMembers(context, args.group, true),
    run: async ({ context, args, services }) => services.groups.add(args.group, getContacts(context)),
  }),
  command({
    ...memberBase,
    id: 'contacts.removeFromGroup',
    title: 'Remove contact from group',
    keywords: ['list', 'segment', 'take out'],
    icon: 'x',
    available: checkContacts,
    args: { group: createGroupArg({ isFilled: true }) },
    review: ({ context, args }) => reviewMembers(context, args.group, false),
    run: async ({ context, args, services }) => services.groups.take(args.group, getContacts(context)),
  }),
];

const showBase = { group: 'Contacts', scopes: ['workspace'], permission: 'contacts.read', quiet: true, icon: 'filter' } as const;

const showCommands: readonly Command[] = [
  command({
    ...showBase,
    id: 'contacts.showGroup',
    title: 'Show contacts in a group',
    keywords: ['filter', 'list', 'segment', 'members'],
    args: { group: createGroupArg() },
    run: async ({ args, services }) => services.contacts.filter({ groupId: args.group.id }),
  }),
  command({
    ...showBase,
    id: 'contacts.showAllGroups',
    title: 'Show contacts in all groups',
    keywords: ['filter', 'group'],
    run: async ({ services }) => services.contacts.filter({ groupId: undefined }),
  }),
];

/** Commands over groups. */
export const groupCommands: readonly Command[] = [...listCommands, ...memberCommands, ...showCommands];
