/** Subject of panes that go together: one at a time, set by the leading pane. */
import type { RowSubject } from '#commands/core/shape.ts';
import type { RowKind } from '#commands/core/types.ts';

/** The rows of panes that go together. */
export interface RelatedRows {
  readonly conversationId: number | null;
  readonly contactId: number | null;
  /** The outside number, where it is known: what stands for a person nobody knows. */
  readonly recipient: string | null;
  readonly callId: number | null;
  readonly numberId: number | null;
  /** Of a contact, where their conversation is not at hand: the server has `none`, or it is being asked. */
  readonly conversation?: 'none' | 'coming' | undefined;
}

/** A conversation, a contact, a call or a number of ours; `known` is what a row says of it before the server is asked. */
export interface Subject {
  readonly kind: 'conversation' | 'contact' | 'call' | 'number';
  readonly id: number;
  readonly known?: Partial<RelatedRows> | undefined;
}

interface RecipientRow {
  readonly recipient: string;
  readonly contact: { readonly id: number } | null;
}
/** Returns the person at the other end of a row. */
export const getRecipient = ({ recipient, contact }: RecipientRow) => ({ recipient, contactId: contact?.id ?? null });

/** The subjects that rows of lists are. */
export const subjectReaders = {
  conversation: (row: RecipientRow & { readonly id: number }): Subject => ({ kind: 'conversation', id: row.id, known: getRecipient(row) }),
  contact: (row: { readonly id: number; readonly number: string }): Subject => ({ kind: 'contact', id: row.id, known: { recipient: row.number } }),
  call: (row: RecipientRow & { readonly id: number; readonly conversationId: number | null }): Subject => ({
    kind: 'call',
    id: row.id,
    known: { ...getRecipient(row), conversationId: row.conversationId },
  }),
  number: ({ id }: { readonly id: number }): Subject => ({ kind: 'number', id }),
};

/** Checks whether two name the same thing. */
export const isSameSubject = (one: Subject | null, other: Subject | null): boolean => one?.kind === other?.kind && one?.id === other?.id;

/** Subject of a pane, with its kind of row. */
export interface ShownSubject extends RowSubject {
  readonly kind: RowKind;
}

/** Checks whether panes that show these can be taken as one: the same thing, and where they are of different kinds the same person. */
export function isRelated(one: ShownSubject, other: ShownSubject): boolean {
  if (one.kind === other.kind && one.isSubject) return one.id === other.id;
  if (one.contactId !== null && one.contactId === other.contactId) return true;
  return one.numbers.some((number) => other.numbers.includes(number));
}
