/** Why a company may not act yet, in words. */

/** Words of ours: a company that waits for the operator (KEYLINE_NEW_COMPANIES) may not spend yet. */
export const awaitsApproval = 'This company isn’t approved yet. Until then it can’t buy or port numbers, look up callers or create text greetings.';
