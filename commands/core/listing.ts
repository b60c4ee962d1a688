/** Which commands the palette lists: those that make sense now, also where something still blocks them. */
import type { AvailabilityResult } from './availability.ts';
import type { Command } from './command.ts';
import type { Context } from './types.ts';

/**
 * Checks whether a command is listed. One that makes no sense now is not: a step of a flow that is not on the screen, signing in for whom is signed in. One
 * that is blocked for a reason somebody can act on is, with the reason.
 */
export function isListed(command: Command, availability: AvailabilityResult, context: Context): boolean {
  if (availability.ok) return true;
  if (availability.isMoot) return false;
  // Another place may be the first reason, and that the command makes no sense there either the second.
  const own = availability.kind === 'scope' ? command.available(context) : true;
  return own === true || own.isMoot !== true;
}

/** Commands of these groups are never proposed by habit: going has its own list, undoing and what concerns the account and the sandbox are asked for. */
const deliberateGroups: ReadonlySet<Command['group']> = new Set(['Go to', 'Keyline', 'My account', 'Sandbox']);

/**
 * Checks whether a command may be proposed because it was used before: views, filters, searches, panes. What changes something, what leaves the house, a
 * step of a flow and one of many presses of the same key are proposed by what they are about, never by habit.
 */
export const isRecallable = ({ isUnlisted, changes, hasReview, repeats, group, scopes }: Command): boolean =>
  !isUnlisted && !changes && !hasReview && !repeats && !deliberateGroups.has(group) && (scopes.includes('workspace') || scopes.includes('list'));
