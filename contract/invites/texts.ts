/** Texts of invitations. */

/** MSG-052. */
export const inviteMessages = { resent: 'Invitation was successfully resent' } as const;

/** The link was used, replaced by a newer one, removed, or is too old. */
export const inviteGone = 'This invitation is no longer valid. Ask for a new one.';
