/** Texts of users. */

/** MSG-034, MSG-051. */
export const userMessages = {
  passwordChanged: 'Your password was successfully changed',
  updated: 'Successfully updated user info',
} as const;

/** Why the last owner stays one. */
export const lastOwner = 'A company needs an owner. Make someone else an owner first.';
