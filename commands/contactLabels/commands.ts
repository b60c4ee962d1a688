/** Labels of contacts: creating, changing and deleting them, and which contacts have them. */

import type { ContactLabel } from '#contract/contactLabels/entities.ts';
import { checkContacts, contactBase, createContactReview, getContacts } from '../contacts/chosen.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Review } from '../core/outcome.ts';
import { formatCount, getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { createLabelArg } from './labelArg.ts';

const getLabel = (context: Context): ContactLabel => {
  const row = getRows(context, 'contactLabel')?.rows[0];
  if (!row) throw new Error('Select a label first');
  return row;
};

const writeBase = { group: 'Contacts', permission: 'labels.write' } as const;
const labelBase = { ...writeBase, scopes: ['contactLabels'], rows: { kind: 'contactLabel', max: 1 } } as const;
const memberBase = { ...writeBase, ...contactBase } as const;

const reviewLabeled = (context: Context, { id, label }: ContactLabel, isAdding: boolean): Review | null =>
  createContactReview(getContacts(context), {
    verb: isAdding ? 'label' : 'remove',
    formatSentence: (contacts) => (isAdding ? `Add label “${label}” to ${contacts}` : `Remove label “${label}” from ${contacts}`),
    isIdle: ({ labels }) => labels.some((each) => each.id === id) === isAdding,
    idle: isAdding ? 'already have it' : 'don’t have it',
  });

const listCommands: readonly Command[] = [
  command({
    ...writeBase,
    id: 'contactLabels.create',
    title: 'Create label',
    keywords: ['new', 'add', 'contact'],
    icon: 'tag',
    scopes: ['workspace'],
    args: { label: arg.words('Name', 60) },
    run: async ({ args, services }) => services.contactLabels.create(args.label),
  }),
  command({
    ...labelBase,
    id: 'contactLabels.rename',
    title: 'Rename label',
    keywords: ['edit', 'change'],
    icon: 'pencil',
    args: { label: arg.words('Name', 60, (context) => getRows(context, 'contactLabel')?.rows[0]?.label) },
    run: async ({ context, args, services }) => services.contactLabels.rename(getLabel(context), args.label),
  }),
  command({
    ...labelBase,
    id: 'contactLabels.delete',
    title: 'Delete label',
    keywords: ['remove'],
    icon: 'trash',
    review: ({ context }) => ({
      sentence: `Delete label “${getLabel(context).label}” and remove it from ${formatCount(getLabel(context).contactCount, 'contact')}`,
      count: 1,
      sample: [getLabel(context).label],
      skipped: [],
      verb: 'delete',
      undoNote: 'You can undo this',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.contactLabels.remove(getLabel(context)),
  }),
];

const memberCommands: readonly Command[] = [
  command({
    ...memberBase,
    id: 'contacts.addLabel',
    title: 'Add label to contact',
    keywords: ['tag', 'mark'],
    icon: 'tag',
    available: checkContacts,
    args: { label: createLabelArg(true) },
    review: ({ context, args }) => reviewLabeled(context, args.label, true),
    run: async ({ context, args, services }) => services.contactLabels.set(args.label, getContacts(context), true),
  }),
  command({
    ...memberBase,
    id: 'contacts.removeLabel',
    title: 'Remove label from contact',
    keywords: ['untag', 'take off'],
    icon: 'tags',
    available: checkContacts,
    args: { label: createLabelArg() },
    review: ({ context, args }) => reviewLabeled(context, args.label, false),
    run: async ({ context, args, services }) => services.contactLabels.set(args.label, getContacts(context), false),
  }),
];

const showBase = { group: 'Contacts', scopes: ['workspace'], permission: 'contacts.read', quiet: true, icon: 'filter' } as const;

const showCommands: readonly Command[] = [
  command({
    ...showBase,
    id: 'contacts.showLabel',
    title: 'Show contacts with a label',
    keywords: ['filter', 'tag'],
    args: { label: createLabelArg() },
    run: async ({ args, services }) => services.contacts.filter({ labelId: args.label.id }),
  }),
  command({
    ...showBase,
    id: 'contacts.showAllLabels',
    title: 'Show contacts with any label',
    keywords: ['filter', 'label'],
    run: async ({ services }) => services.contacts.filter({ labelId: undefined }),
  }),
];

/** Commands over labels of contacts. */
export const contactLabelCommands: readonly Command[] = [...listCommands, ...memberCommands, ...showCommands];
