/** Limits of the consumer catalog, apart from its schemas: its page does without those. */

/** Days after which a number that was not chosen is removed (CONST-096). */
export const removalDays = 30;
/** Minutes an offered number is held. */
export const offerMinutes = 10;
/** Numbers of an account, offered ones not counted. */
export const accountNumbers = 10;
/** Numbers an account may buy in the days of one removal, those it deleted included. */
export const monthlyPurchases = 20;
/** Numbers offered at once. */
export const offeredNumbers = 5;
/** Characters of a new password, at least. */
export const accountPasswordCharacters = 8;
/** Invitations a page (CONST-076). */
export const invitationsPerPage = 1_000;
/** Invitations an account may send a day. */
export const dailyInvitations = 5;
/** Files of one upload to support, at most; together they have 5 MB, as every form. */
export const supportFiles = 5;
/** Days for which they are kept. */
export const supportDays = 30;
