/** Texts of the tenant (spec 2.8). */
export const tenantMessages = {
  /** MSG-035. */
  domainCreated: 'Custom domain configuration created successfully.',
  /** MSG-049. */
  updated: 'Tenant settings updated successfully.',
  /** MSG-050. */
  senderStarted: 'Email sender verification process started.',
} as const;
