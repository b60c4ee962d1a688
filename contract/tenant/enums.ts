/** Enumerations of the custom domain. */

/** Record of the checklist: proof of ownership, the host of the app, the host of the API. */
export const recordPurposes = ['ownership', 'app', 'api'] as const;
export type RecordPurpose = (typeof recordPurposes)[number];
export const recordPurposeLabel: Readonly<Record<RecordPurpose, string>> = { ownership: 'Ownership', app: 'App', api: 'API' };

/** Result of the last look at a record. `pending`: no value yet, or no answer; `mismatch`: another value. */
export const recordStatuses = ['pending', 'mismatch', 'verified'] as const;
export type RecordStatus = (typeof recordStatuses)[number];
export const recordStatusLabel: Readonly<Record<RecordStatus, string>> = { pending: 'Pending', mismatch: 'Other value', verified: 'Verified' };

/** Record of a sender: its signature, who may send, the policy (offered where there is none), where bounces go. */
export const senderPurposes = ['dkim', 'spf', 'bounce', 'dmarc'] as const;
type SenderPurpose = (typeof senderPurposes)[number];
export const senderPurposeLabel: Readonly<Record<SenderPurpose, string>> = { dkim: 'DKIM', spf: 'SPF', bounce: 'Bounces', dmarc: 'DMARC' };

/** Status of a sender (FLOW-191, FLOW-192). Mail comes from it once it is verified. */
export const senderStatuses = ['started', 'verified'] as const;

/** Status of a domain: `none` without one; `claimed` until its ownership record is seen; `synced` once people reach the tenant there. */
export const domainStatuses = ['none', 'claimed', 'verified', 'synced', 'expired'] as const;
export type DomainStatus = (typeof domainStatuses)[number];
export const domainStatusLabel: Readonly<Record<DomainStatus, string>> = {
  none: 'None',
  claimed: 'Ownership not verified',
  verified: 'Ownership verified',
  synced: 'In use',
  expired: 'Claim expired',
};
