/** Enumerations of blocked callers. */

/** Responses to a blocked caller (values not shown in the spec, AMB-78): the call is rejected, or the line is busy. */
export const blockActions = ['reject', 'busy'] as const;
