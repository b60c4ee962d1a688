/** Contacts (spec 1.3, 1.7): creating, changing, finding, deleting by one or by thousands. */

import type { Contact } from '#contract/contacts/entities.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg } from '../core/args.ts';
import { type Command, type CommandDefinition, command } from '../core/command.ts';
import { checkEvent } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import { formatCount, getRows, getSampleNames } from '../core/rows.ts';
import type { Context } from '../core/types.ts';
import { getContacts } from './chosen.ts';
import { contactFields } from './fields.ts';

const paneBase = { group: 'Contacts', scopes: ['contacts', 'contact'] } as const;

const writeBase = { ...paneBase, permission: 'contacts.write' } as const;

const singleRow = { kind: 'contact', max: 1 } as const;

const getContact = (context: Context): Contact => {
  const [row] = getContacts(context).rows;
  if (!row) throw new Error('Select a contact first');
  return row;
};

const findContact = (context: Context): Contact | null => getRows(context, 'contact')?.rows[0] ?? null;

const createCommands: readonly Command[] = [
  command({
    ...writeBase,
    id: 'contacts.create',
    title: 'Create contact',
    keywords: ['new', 'add', 'person', 'customer'],
    icon: 'user-plus',
    scopes: ['contacts', 'contact', 'workspace'],
    detail: ({ open: { conversation: thread } }) => (thread && !thread.contact ? `for ${displayPhone(thread.recipient)}` : null),
    quiet: true,
    opensField: true,
    run: async ({
      context: {
        open: { conversation: thread },
      },
      services,
    }) => services.contacts.edit(null, 'name', thread && !thread.contact ? { number: thread.recipient } : {}),
  }),
  command({
    ...writeBase,
    id: 'contacts.createWithPhone',
    title: 'Create contact with phone',
    keywords: ['new', 'add', 'number'],
    icon: 'user-plus',
    scopes: ['workspace'],
    quiet: true,
    isUnlisted: true,
    opensField: true,
    args: { phone: arg.words('Phone', 40) },
    run: async ({ args, services }) => services.contacts.edit(null, 'name', { number: args.phone }),
  }),
  command({
    ...writeBase,
    id: 'contacts.edit',
    title: 'Edit contact',
    keywords: ['change', 'form', 'fields'],
    icon: 'pencil',
    rows: singleRow,
    quiet: true,
    args: {
      field: arg.optional(
        arg.list({
          label: 'Field',
          options: (context: Context) => {
            const contact = findContact(context);
            return contactFields.map((field) => ({
              value: field.id,
              id: field.id,
              title: capitalize(field.title),
              ...(contact ? { detail: field.of(contact) ?? '–' } : {}),
            }));
          },
        }),
      ),
    },
    run: async ({ context, args, services }) => services.contacts.edit(getContact(context).id, args.field),
  }),
  command({
    ...writeBase,
    id: 'contacts.save',
    title: 'Save contact',
    keywords: ['submit', 'form', 'done'],
    icon: 'check',
    scopes: ['contactForm'],
    available: (context) => checkEvent(context, 'contactEdit', 'contact.submitted'),
    run: async ({ services }) => services.contacts.save(),
  }),
  command({
    ...paneBase,
    id: 'contacts.discard',
    title: 'Discard contact changes',
    keywords: ['cancel', 'form', 'forget'],
    icon: 'x',
    scopes: ['contactForm'],
    quiet: true,
    available: (context) => checkEvent(context, 'contactEdit', 'contact.discarded'),
    run: async ({ services }) => services.contacts.discard(),
  }),
];

const fieldCommands: readonly Command[] = contactFields.map((field) =>
  command({
    ...writeBase,
    id: `contacts.set${capitalize(field.id)}`,
    title: `Edit contact ${field.title}`,
    keywords: ['change', 'set', field.id],
    icon: 'pencil',
    rows: singleRow,
    detail: (context) => {
      const contact = findContact(context);
      return contact && field.of(contact);
    },
    args: {
      text: arg.words(capitalize(field.title), field.max, (context) => {
        const contact = findContact(context);
        return (contact && field.of(contact)) ?? undefined;
      }),
    },
    run: async ({ context, args, services }) => services.contacts.update(getContact(context), field.createChange(args.text)),
  }),
);

const listFilledFields = (context: Context) => {
  const contact = findContact(context);
  return contact ? contactFields.filter((field) => field.clears !== null && field.of(contact)) : [];
};

const changeCommands: readonly Command[] = [
  ...fieldCommands,
  command({
    ...writeBase,
    id: 'contacts.clear',
    title: 'Clear contact field',
    keywords: ['clear', 'remove', 'blank', 'empty'],
    icon: 'x',
    rows: singleRow,
    available: (context): Availability => listFilledFields(context).length > 0 || { reason: 'All fields are already empty' },
    args: {
      field: arg.list({
        label: 'Field',
        options: (context: Context) =>
          listFilledFields(context).flatMap((field) =>
            field.clears === null ? [] : [{ value: field.clears, id: field.id, title: capitalize(field.title), detail: field.of(getContact(context)) ?? '' }],
          ),
      }),
    },
    run: async ({ context, args, services }) => services.contacts.update(getContact(context), { clear: [args.field] }),
  }),
  command({
    ...paneBase,
    id: 'contacts.note',
    title: 'Add note to contact',
    keywords: ['comment', 'remark', 'team', 'write'],
    icon: 'note',
    permission: 'notes.write',
    rows: singleRow,
    args: { body: arg.words('Note', 5_000) },
    run: async ({ context, args, services }) => services.notes.create({ modelType: 'contact', modelId: getContact(context).id }, args.body),
  }),
  command({
    ...paneBase,
    id: 'contacts.delete',
    title: 'Delete contacts',
    keywords: ['remove', 'trash', 'contact'],
    icon: 'trash',
    permission: 'contacts.delete',
    rows: { kind: 'contact', matching: true },
    review: ({ context }) => {
      const on = getContacts(context);
      return {
        sentence: on.count === 1 ? `Delete ${getSampleNames(on, 1).join('')}` : `Delete ${formatCount(on.count, 'contact')}`,
        count: on.count,
        sample: getSampleNames(on),
        skipped: [],
        verb: 'delete',
        undoNote: 'Conversations are kept. You can undo this.',
        dangerous: true,
      };
    },
    run: async ({ context, services }) => {
      const on = getContacts(context);
      const outcome = await services.contacts.delete(on);
      // Rows that come back by undo are not selected for the next command.
      if (on.mode !== 'cursor') services.table?.clearSelection();
      return outcome;
    },
  }),
];

const reachCommands: readonly Command[] = [
  command({
    ...paneBase,
    id: 'contacts.message',
    title: 'Message contact',
    keywords: ['message', 'text', 'SMS', 'conversation', 'reply', 'write'],
    icon: 'message',
    permission: 'conversations.read',
    rows: singleRow,
    quiet: true,
    opensField: true,
    run: async ({ context, services, source }) => {
      const contact = getContact(context);
      const conversationId = await services.contacts.message(contact);
      if (conversationId !== null) services.composer.focus('reply', conversationId);
      else services.palette.open({ command: { id: 'conversations.start', args: { to: contact.number }, source } });
    },
  }),
  command({
    ...paneBase,
    id: 'contacts.openBeside',
    title: 'Open contact in a split pane',
    keywords: ['split', 'pane', 'pin', 'beside'],
    icon: 'split-horizontal',
    permission: 'contacts.read',
    rows: singleRow,
    quiet: true,
    run: async ({ context, services }) => services.contacts.open(getContact(context).id, 'beside'),
  }),
  command({
    ...paneBase,
    id: 'contacts.copyNumber',
    title: 'Copy contact phone',
    keywords: ['clipboard', 'phone'],
    icon: 'clipboard',
    rows: singleRow,
    quiet: true,
    run: async ({ context, services }) => services.clipboard.copy(getContact(context).number, 'Phone copied'),
  }),
  command({
    ...paneBase,
    id: 'contacts.copyEmail',
    title: 'Copy contact email',
    keywords: ['clipboard', 'mail', 'address'],
    icon: 'clipboard',
    rows: singleRow,
    quiet: true,
    available: (context): Availability => Boolean(findContact(context)?.email) || { reason: 'This contact has no email' },
    run: async ({ context, services }) => services.clipboard.copy(getContact(context).email ?? '', 'Email copied'),
  }),
];

const listBase = { ...paneBase, scopes: ['workspace'], permission: 'contacts.read', quiet: true } as const;

const createFilterCommand = (
  id: string,
  title: string,
  icon: string,
  keywords: readonly string[],
  run: CommandDefinition<Record<never, never>>['run'],
): Command => command({ ...listBase, id: `contacts.${id}`, title, icon, keywords: ['filter', ...keywords], run });

const filterCommands: readonly Command[] = [
  createFilterCommand('showAll', 'Show all contacts', 'users', ['everybody', 'people'], async ({ services }) =>
    services.contacts.filter({
      q: undefined,
      isUnsubscribed: undefined,
      isInvalid: undefined,
      city: undefined,
      state: undefined,
      groupId: undefined,
      labelId: undefined,
    }),
  ),
  createFilterCommand('showUnsubscribed', 'Show opted-out contacts', 'bell-off', ['unsubscribed', 'stop'], async ({ services }) =>
    services.contacts.filter({ isUnsubscribed: true }),
  ),
  createFilterCommand('showSubscribed', 'Show subscribed contacts', 'bell', ['subscribed', 'opted in'], async ({ services }) =>
    services.contacts.filter({ isUnsubscribed: false }),
  ),
  createFilterCommand('showEither', 'Show contacts with any opt-out status', 'users', ['subscribed'], async ({ services }) =>
    services.contacts.filter({ isUnsubscribed: undefined }),
  ),
  createFilterCommand('showInvalid', 'Show contacts with invalid numbers', 'warning', ['invalid'], async ({ services }) =>
    services.contacts.filter({ isInvalid: true }),
  ),
  createFilterCommand('showValidToo', 'Show contacts with valid or invalid numbers', 'hash', ['valid', 'invalid'], async ({ services }) =>
    services.contacts.filter({ isInvalid: undefined }),
  ),
  createFilterCommand('showNewest', 'Sort contacts by newest', 'arrow-down', ['sort', 'order', 'recent', 'first'], async ({ services }) =>
    services.contacts.setSort('created_at', 'desc'),
  ),
  command({
    ...listBase,
    id: 'contacts.search',
    title: 'Search contacts',
    keywords: ['filter', 'find', 'people', 'customer'],
    icon: 'search',
    args: { words: arg.words('Name, phone, company or email', 100) },
    run: async ({ args, services }) => services.contacts.filter({ q: args.words }),
  }),
  command({
    ...listBase,
    id: 'contacts.showCity',
    title: 'Show contacts in a city',
    keywords: ['filter', 'town', 'place'],
    icon: 'filter',
    args: { city: arg.words('City', 100, (context) => findContact(context)?.city ?? undefined) },
    run: async ({ args, services }) => services.contacts.filter({ city: args.city }),
  }),
  createFilterCommand('showAllCities', 'Show contacts in all cities', 'filter', ['city'], async ({ services }) =>
    services.contacts.filter({ city: undefined }),
  ),
];

/** Commands of the area contacts. */
export const contactCommands: readonly Command[] = [...createCommands, ...changeCommands, ...reachCommands, ...filterCommands];
