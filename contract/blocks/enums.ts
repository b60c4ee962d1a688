/** Enumerations of blocked callers. */

/** What a blocked caller hears (values not shown in the spec, AMB-78): that the call is rejected, or a busy line. */
export const blockActions = ['reject', 'busy'] as const;
