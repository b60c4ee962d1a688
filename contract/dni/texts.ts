/** Exact texts of the spec (messages.tsv) about dynamic numbers. */
export const dniMessages = {
  /** MSG-044, of the DNI report too (AMB-71). */
  reported: 'Report generated successfully.',
} as const;
