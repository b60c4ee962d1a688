/** Conditions a binding may add, by name. Each has an opposite, so that one key can mean the two halves of a thing: `e` archives or restores. */

import { isStaff } from '../auth/impersonation.ts';
import type { Availability } from '../core/outcome.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const areRowsArchived = (context: Context): boolean => getRows(context, 'conversation')?.rows.every((row) => row.isArchived) ?? false;
/** Staff who have no company of their own reach any by acting in it. */
const isVisitor = (context: Context): boolean => isStaff(context) && context.companies.length === 0;
const isLead = (context: Context): boolean => context.open.conversation?.isLead ?? getRows(context, 'conversation')?.rows[0]?.isLead ?? false;

const conditions = {
  isArchived: (context: Context): Availability => areRowsArchived(context) || { reason: 'Some are not archived' },
  isOpen: (context: Context): Availability => !areRowsArchived(context) || { reason: 'Already archived' },
  isLead: (context: Context): Availability => isLead(context) || { reason: 'Not marked as a lead' },
  hasRecording: (context: Context): Availability => context.recording !== null || { reason: 'No recording' },
  hasNoRecording: (context: Context): Availability => context.recording === null || { reason: 'There is a recording here' },
  hasBought: (context: Context): Availability => context.flows.numberPurchase?.state === 'bought' || { reason: 'Buy a number first' },
  isBuying: (context: Context): Availability => context.flows.numberPurchase?.state !== 'bought' || { reason: 'Already bought' },
  isEmpty: (context: Context): Availability => context.composer?.text === '' || { reason: 'Your browser undoes typing here' },
  isReply: (context: Context): Availability => context.composer?.mode !== 'note' || { reason: 'You’re writing an internal note' },
  isNote: (context: Context): Availability => context.composer?.mode === 'note' || { reason: 'You’re writing a reply' },
  isVisitor: (context: Context): Availability => isVisitor(context) || { reason: 'For support staff only' },
  isMember: (context: Context): Availability => !isVisitor(context) || { reason: 'You’re not in any company' },
} as const;

export type Condition = keyof typeof conditions;
/** Conditions that never hold together. */
export const opposites: readonly (readonly [Condition, Condition])[] = [
  ['isArchived', 'isOpen'],
  ['hasRecording', 'hasNoRecording'],
  ['hasBought', 'isBuying'],
  ['isVisitor', 'isMember'],
  ['isReply', 'isNote'],
];
/** The predicate of a condition. */
export const getCondition = (condition: Condition): ((context: Context) => Availability) => conditions[condition];
