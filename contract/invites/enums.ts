/** Enumerations of invitations. */

/**
 * Kinds of pasted lines: `new`, or `known` where the caller shares another company with the person; `invited` (the open invitation is sent again),
 * `member`, `double` (an address of an earlier line), `over` (the plan has no room for them beside the lines before), `invalid`.
 */
export const addressStates = ['new', 'known', 'invited', 'member', 'double', 'over', 'invalid'] as const;
export type AddressState = (typeof addressStates)[number];

/** States of lines that are sent an invitation. */
export const invitableStates: ReadonlySet<AddressState> = new Set<AddressState>(['new', 'known', 'invited']);

/** Names of the states. */
export const addressStateLabel: Readonly<Record<AddressState, string>> = {
  new: 'New',
  known: 'Known',
  invited: 'Invited before',
  member: 'Already a member',
  double: 'Listed twice',
  over: 'Over plan limit',
  invalid: 'Not an email address',
};
