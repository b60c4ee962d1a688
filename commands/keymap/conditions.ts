/** Conditions a binding may add, by name. Each has an opposite, so that one key can mean the two halves of a thing: `e` archives or restores. */
import { rowsOf } from '../rows.ts';
import { isStaff } from '../staff.ts';
import type { Availability, Context } from '../types.ts';

const archived = (context: Context): boolean => rowsOf(context, 'conversation')?.rows.every((row) => row.isArchived) ?? false;
/** Staff who have no company of their own reach any by acting in it. */
const isVisitor = (context: Context): boolean => isStaff(context) && context.companies.length === 0;
const lead = (context: Context): boolean => context.thread?.isLead ?? rowsOf(context, 'conversation')?.rows[0]?.isLead ?? false;

const conditions = {
  isArchived: (context: Context): Availability => archived(context) || { reason: 'Not all of these are archived' },
  isOpen: (context: Context): Availability => !archived(context) || { reason: 'These are archived already' },
  isLead: (context: Context): Availability => lead(context) || { reason: 'This is no lead' },
  hasRecording: (context: Context): Availability => context.recording !== null || { reason: 'There is no recording here' },
  hasNoRecording: (context: Context): Availability => context.recording === null || { reason: 'There is a recording here' },
  hasBought: (context: Context): Availability => context.flows.numberPurchase?.state === 'bought' || { reason: 'Buy a number first' },
  isEmpty: (context: Context): Availability => context.composer?.text === '' || { reason: 'What you typed is undone by the browser' },
  isReply: (context: Context): Availability => context.composer?.mode !== 'note' || { reason: 'You are writing an internal note' },
  isNote: (context: Context): Availability => context.composer?.mode === 'note' || { reason: 'You are writing a reply' },
  isVisitor: (context: Context): Availability => isVisitor(context) || { reason: 'You switch among your own companies' },
  isMember: (context: Context): Availability => !isVisitor(context) || { reason: 'You belong to no company' },
} as const;

export type Condition = keyof typeof conditions;
/** Conditions that never hold together. */
export const opposites: readonly (readonly [Condition, Condition])[] = [
  ['isArchived', 'isOpen'],
  ['hasRecording', 'hasNoRecording'],
  ['isVisitor', 'isMember'],
  ['isReply', 'isNote'],
];
/** The predicate of a condition. */
export const holds = (condition: Condition): ((context: Context) => Availability) => conditions[condition];
