/** Why a message may not be sent, in words. */

/** Words of ours (RULE-098 names no text): a text with a link while the company’s links are off. */
export const linksOff = 'Links are turned off for this company. Remove the link, or ask an administrator to turn links on.';

/** Ours: why whoever opted out cannot be texted. */
export const optedOutReason = 'Recipient opted out. They must reply START first.';
