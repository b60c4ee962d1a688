/** Exact texts of the spec (messages.tsv) about integrations. */
export const integrationMessages = {
  /** MSG-055. */
  ga4Created: 'GA4 integration created successfully.',
  /** MSG-056. */
  ga4Updated: 'GA4 integration updated successfully.',
  /** MSG-057. */
  ga4Deleted: 'GA4 integration deleted successfully.',
} as const;
