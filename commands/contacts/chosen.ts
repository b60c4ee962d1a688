/** The contacts that a command of any area acts on, and their review before many of them are changed. */
import type { Contact } from '#contract/contacts/entities.ts';
import type { Availability, Review } from '../core/outcome.ts';
import { countChanging, formatCount, getRows, getSampleNames } from '../core/rows.ts';
import type { Context, RowSelection } from '../core/types.ts';

/** Places with contacts at hand: their list and card, and beside a conversation. */
export const contactBase = { scopes: ['contacts', 'contact', 'inbox', 'conversation'], rows: { kind: 'contact', matching: true } } as const;

/** Refuses where other rows are selected: the contact beside them would be changed, and not theirs. */
export const checkContacts = ({ focus: { rows } }: Context): Availability =>
  rows === null ||
  rows.kind === 'contact' ||
  rows.mode === 'cursor' || { reason: 'Select the contacts in Contacts to change several', unblock: { commandId: 'go.contacts' } };

/** More contacts than this are shown before they are changed. */
const maxWithoutReview = 20;

export const getContacts = (context: Context): RowSelection<'contact'> => {
  const on = getRows(context, 'contact');
  if (!on) throw new Error('Select a contact first');
  return on;
};

interface MembershipChange {
  readonly verb: string;
  /** The command in the imperative: `contacts` is "3 contacts". */
  readonly formatSentence: (contacts: string) => string;
  /** Those it does not change, and what is said of them. */
  readonly isIdle: (contact: Contact) => boolean;
  readonly idle: string;
}

/** The review of a change of many contacts; null for a few. */
export function createContactReview(on: RowSelection<'contact'>, { verb, formatSentence, isIdle, idle }: MembershipChange): Review | null {
  if (on.mode !== 'matching' && on.count <= maxWithoutReview) return null;
  const idleCount = on.mode === 'matching' ? 0 : on.rows.filter(isIdle).length;
  const skipped = idleCount > 0 ? [{ count: idleCount, reason: idle }] : [];
  return {
    sentence: formatSentence(formatCount(countChanging(on.count, skipped), 'contact')),
    count: on.count,
    sample: getSampleNames(on),
    skipped,
    verb,
    undoNote: 'You can undo this',
  };
}
