/** States, documents and bounds of port-in requests (spec 2.3). */

/** Numbers of one request. */
export const maxPortNumbers = 100;

/** Days until the earliest date that can be asked for: carriers need a week. */
export const portLeadDays = 7;

/** Status of a request. `requested`: ours, not yet with the carrier; `refused`: the carrier did not take it. */
export const portStatuses = [
  'requested',
  'submitted',
  'in_review',
  'waiting_for_signature',
  'in_progress',
  'action_required',
  'completed',
  'canceled',
  'expired',
  'refused',
] as const;

export type PortStatus = (typeof portStatuses)[number];

/** Nothing comes after these. */
export const finalPortStatuses: readonly PortStatus[] = ['completed', 'canceled', 'expired', 'refused'];

/** Status of one number of a request. `pending`: the losing carrier agreed to a date. */
export const portNumberStatuses = ['requested', 'waiting_for_signature', 'submitted', 'pending', 'completed', 'rejected', 'canceled'] as const;

export type PortNumberStatus = (typeof portNumberStatuses)[number];

export const portStatusLabel: Readonly<Record<PortStatus | PortNumberStatus, string>> = {
  requested: 'Submitting',
  submitted: 'Submitted',
  in_review: 'In review',
  waiting_for_signature: 'Waiting for signature',
  in_progress: 'In progress',
  action_required: 'Action required',
  pending: 'Date confirmed',
  completed: 'Completed',
  canceled: 'Canceled',
  expired: 'Expired',
  refused: 'Declined',
  rejected: 'Rejected by current carrier',
};

/** Required documents: the letter of authorisation, and a bill of the losing carrier. */
export const portDocumentKinds = ['letter', 'bill'] as const;

export type PortDocumentKind = (typeof portDocumentKinds)[number];

export const portDocumentLabel: Readonly<Record<PortDocumentKind, string>> = { letter: 'Letter of Authorization (LOA)', bill: 'Recent phone bill' };
