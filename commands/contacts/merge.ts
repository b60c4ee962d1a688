/** Merging two contacts of one person (ours): two that are selected, or one and another that is found; what stays is shown first. */
import type { Contact, ContactMerge } from '#contract/contacts/entities.ts';
import { capitalize } from '#contract/text/capitalize.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { arg, type Option } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { ArgText, Difference } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';
import { getContacts } from './chosen.ts';
import { contactFields } from './fields.ts';

const formatContact = ({ name, number }: Contact): string => name || displayPhone(number);

const toOption = (contact: Contact): Option<Contact> => ({
  value: contact,
  id: String(contact.id),
  title: formatContact(contact),
  detail: [displayPhone(contact.number), contact.companyName, contact.email].filter(Boolean).join(' · '),
  icon: 'user',
});

const listChosen = (context: Context): readonly Contact[] => getRows(context, 'contact')?.rows ?? [];

/** The two contacts: those that are selected, else the one and the one named. */
async function loadPair(context: Context, services: Services, given: ArgText): Promise<readonly Contact[]> {
  const chosen = listChosen(context);
  const id = Number(given.other);
  return chosen.length === 2 || !(id > 0) || chosen.some((contact) => contact.id === id) ? chosen : [...chosen, await services.contacts.get(id)];
}

const formatTitle = (field: string): string => (field === 'number' ? 'Phone' : capitalize(contactFields.find(({ id }) => id === field)?.title ?? field));
const formatValue = (field: string, value: string): string => (field === 'number' ? displayPhone(value) : value);

/** Changes of the kept contact, field by field, and which values of the other are lost. */
function listDifferences(merge: ContactMerge): Difference[] {
  const fields = merge.fields.flatMap(({ field, kept, other, result }) => {
    // The number that is not kept is not lost.
    const lost = field === 'number' ? [] : [kept, other].filter((value) => value !== null && value !== result && !result?.includes(value));
    if (kept === result && lost.length === 0) return [];
    const before = lost.map((value) => formatValue(field, value ?? ''));
    return [{ count: 1, sample: [formatTitle(field)], before, after: [formatValue(field, result ?? '')] }];
  });
  const joined = [
    ['Groups', merge.groups],
    ['Labels', merge.labels],
    ['Other phones', merge.otherNumbers.map(displayPhone)],
    ['Moves', listMoves(merge)],
    ['Texts', merge.isUnsubscribed ? ['Opted out under all phones. Undo doesn’t change this.'] : []],
  ] as const;
  return [...fields, ...joined.flatMap(([title, after]) => (after.length > 0 ? [{ count: 1, sample: [title], before: [], after }] : []))];
}

const listMoves = ({ conversations, notes }: ContactMerge): string[] => [
  ...(conversations > 0 ? [conversations === 1 ? '1 conversation' : `${conversations} conversations`] : []),
  ...(notes > 0 ? [notes === 1 ? '1 note' : `${notes} notes`] : []),
];

/** The contact that is not kept. */
const getOther = ({ rows }: { readonly rows: readonly Contact[] }, other: Contact, kept: Contact): Contact =>
  other.id === kept.id ? (rows[0] ?? other) : other;

export const mergeCommands: readonly Command[] = [
  command({
    group: 'Contacts',
    id: 'contacts.merge',
    title: 'Merge contacts',
    keywords: ['duplicates', 'combine', 'join', 'same person', 'dedupe'],
    icon: 'users',
    scopes: ['contacts', 'contact'],
    permission: 'contacts.delete',
    rows: { kind: 'contact', max: 2 },
    args: {
      other: arg.search({
        label: 'Other contact',
        search: async (context, services, query) => {
          const chosen = listChosen(context);
          const [first, second] = chosen;
          if (second) return [toOption(second)];
          return (await services.contacts.find(query)).filter(({ id }) => id !== first?.id).map(toOption);
        },
        find: async (id, context, services) => listChosen(context).find((contact) => String(contact.id) === id) ?? (await services.contacts.get(Number(id))),
      }),
      keep: arg.search({
        label: 'Contact to keep',
        search: async (context, services, query, _signal, given) =>
          (await loadPair(context, services, given))
            .filter((contact) => formatContact(contact).toLowerCase().includes(query.trim().toLowerCase()))
            .map(toOption),
        find: async (id, context, services, given) => (await loadPair(context, services, given)).find((contact) => String(contact.id) === id) ?? null,
      }),
    },
    review: async ({ context, args, services }) => {
      const other = getOther(getContacts(context), args.other, args.keep);
      const merge = await services.contacts.previewMerge(args.keep, other);
      const differences = listDifferences(merge);
      return {
        sentence: `Merge ${formatContact(other)} into ${formatContact(args.keep)}`,
        count: differences.length,
        sample: [],
        skipped: [],
        differences,
        verb: 'merge',
        undoNote: 'You can undo this',
        dangerous: true,
      };
    },
    run: async ({ context, args, services }) => {
      const on = getContacts(context);
      const outcome = await services.contacts.merge(args.keep, getOther(on, args.other, args.keep));
      if (on.mode !== 'cursor') services.table?.clearSelection();
      return outcome;
    },
  }),
];
