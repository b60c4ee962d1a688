/** Columns and formats of exports. */

/** Columns of an export of calls, and how the file heads them. */
export const callExportColumns = {
  startedAt: 'Started',
  direction: 'Direction',
  result: 'Result',
  caller: 'Caller',
  callerName: 'Caller name',
  number: 'Number',
  numberLabel: 'Number label',
  answeredBy: 'Answered by',
  ringSeconds: 'Ring time (s)',
  duration: 'Duration (s)',
  firstContact: 'First-time caller',
  lead: 'Lead',
  appointment: 'Appointment',
  qualification: 'Qualification',
  value: 'Value',
  department: 'Department',
  outcome: 'Outcome',
  tags: 'Tags',
  transcript: 'Transcript',
} as const;

/** Columns of an export of voicemails. */
export const voicemailExportColumns = {
  receivedAt: 'Received',
  caller: 'Caller',
  callerName: 'Caller name',
  number: 'Number',
  numberLabel: 'Number label',
  duration: 'Duration (s)',
  transcript: 'Transcript',
} as const;

/** Columns of an export of messages. */
export const messageExportColumns = {
  sentAt: 'Time',
  direction: 'Direction',
  phone: 'Phone',
  contactName: 'Contact',
  number: 'Number',
  numberLabel: 'Number label',
  text: 'Message',
  status: 'Status',
  sentBy: 'Sent by',
  segments: 'Segments',
} as const;

/** Columns of an export of faxes. */
export const faxExportColumns = {
  sentAt: 'Time',
  direction: 'Direction',
  phone: 'Phone',
  contactName: 'Contact',
  number: 'Number',
  numberLabel: 'Number label',
  pages: 'Pages',
  status: 'Status',
  sentBy: 'Sent by',
} as const;

/** Columns of an export of contacts. Their names are those that an import reads. */
export const contactExportColumns = {
  name: 'Name',
  number: 'Number',
  email: 'Email',
  companyName: 'Company',
  title: 'Title',
  address1: 'Address 1',
  address2: 'Address 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  country: 'Country',
  notes: 'Notes',
  groups: 'Groups',
  labels: 'Labels',
  optedOut: 'Opted out',
  invalid: 'Invalid',
  optinType: 'Opt-in type',
  optinSource: 'Opt-in source',
  addedAt: 'Added',
} as const;

export const exportFormats = ['xlsx', 'csv'] as const;
