/** Exact texts of the spec (messages.tsv) about groups. */
export const groupMessages = {
  /** MSG-008: status text of a group list that comes without rows (RULE-088, AMB-67) */
  listFailed: 'Internal server error',
} as const;
