/** Contents of each column of an export. Instants are those of the zone asked for, as a spreadsheet reads them: 2026-03-05 14:30:00. */

import type { CallReportRow } from '#contract/analytics/entities.ts';
import type { ReportExportColumn } from '#contract/analytics/enums.ts';
import { callQualificationLabel } from '#contract/calls/enums.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import type { CallExportColumn, ContactExportColumn, FaxExportColumn, MessageExportColumn, VoicemailExportColumn } from '#contract/exports/entities.ts';
import type { ExportedCall, ExportedItem } from './queries.ts';
import type { Cell } from './serializers.ts';

const yes = (flag: boolean | null): string => (flag ? 'yes' : 'no');

export function createClockFormat(zone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => format.format(instant);
}

const spoken = (row: ExportedCall): string =>
  row.voicemail_text ?? (row.segments ?? []).map(({ speaker, transcript }) => `${speaker === 'agent' ? 'Agent' : 'Customer'}: ${transcript}`).join('\n');

type Read = (row: ExportedCall, clock: (instant: Date) => string) => Cell;
const shared = {
  caller: (row) => row.recipient,
  callerName: (row) => row.contact_name ?? '',
  number: (row) => row.number,
  numberLabel: (row) => row.label,
  transcript: spoken,
} as const satisfies Record<string, Read>;

export const callCells: Readonly<Record<CallExportColumn, Read>> = {
  ...shared,
  startedAt: (row, clock) => clock(row.started_at),
  direction: (row) => (row.is_inbound ? 'inbound' : 'outbound'),
  result: (row) => row.result,
  answeredBy: (row) => row.answered_by ?? '',
  ringSeconds: (row) => row.ring_seconds,
  duration: (row) => row.duration,
  firstContact: (row) => yes(row.is_first_contact),
  lead: (row) => yes(row.is_lead),
  appointment: (row) => yes(row.is_appointment),
  qualification: (row) => (row.qualification === 1 || row.qualification === 2 || row.qualification === 3 ? callQualificationLabel[row.qualification] : ''),
  value: (row) => row.value,
  department: (row) => row.department ?? '',
  outcome: (row) => row.outcome ?? '',
  tags: (row) => row.tags.join(', '),
};

export const contactCells: Readonly<Record<ContactExportColumn, (row: Contact, clock: (instant: Date) => string) => Cell>> = {
  name: (row) => row.name,
  number: (row) => row.number,
  email: (row) => row.email ?? '',
  companyName: (row) => row.companyName ?? '',
  title: (row) => row.custom.title ?? '',
  address1: (row) => row.address1 ?? '',
  address2: (row) => row.address2 ?? '',
  city: (row) => row.city ?? '',
  state: (row) => row.state ?? '',
  zip: (row) => row.zip ?? '',
  country: (row) => row.custom.country ?? '',
  notes: (row) => row.notes ?? '',
  groups: (row) => row.groups.map(({ name }) => name).join(', '),
  labels: (row) => row.labels.map(({ label }) => label).join(', '),
  optedOut: (row) => yes(row.isUnsubscribed),
  invalid: (row) => yes(row.isInvalid),
  optinType: (row) => row.optinType,
  optinSource: (row) => row.optinSource ?? '',
  addedAt: (row, clock) => clock(new Date(row.addedAt)),
};

export const voicemailCells: Readonly<Record<VoicemailExportColumn, Read>> = {
  ...shared,
  receivedAt: (row, clock) => clock(row.voicemail_at ?? row.started_at),
  duration: (row) => row.voicemail_seconds ?? row.duration,
};

type ReadItem = (row: ExportedItem, clock: (instant: Date) => string) => Cell;
const ofItems = {
  sentAt: (row, clock) => clock(row.created_at),
  direction: (row) => (row.is_inbound ? 'inbound' : 'outbound'),
  phone: (row) => row.recipient,
  contactName: (row) => row.contact_name ?? '',
  number: (row) => row.number,
  numberLabel: (row) => row.label,
  status: (row) => row.delivery_state ?? '',
  sentBy: (row) => row.actor_name ?? '',
} as const satisfies Record<string, ReadItem>;

export const messageCells: Readonly<Record<MessageExportColumn, ReadItem>> = { ...ofItems, text: (row) => row.body ?? '', segments: (row) => row.segments };

export const faxCells: Readonly<Record<FaxExportColumn, ReadItem>> = { ...ofItems, pages: (row) => row.pages };

export const reportCells: Readonly<Record<ReportExportColumn, (row: CallReportRow) => Cell>> = {
  number: (row) => row.number?.number ?? '',
  numberLabel: (row) => row.number?.label ?? '',
  tag: (row) => row.tag?.name ?? '',
  answeredBy: (row) => row.answeredBy ?? '',
  trafficSource: (row) => row.trafficSource ?? '',
  dniPool: (row) => row.dniPoolName ?? row.dniPool ?? null,
  geo: (row) => row.geo ?? '',
  day: (row) => row.day ?? '',
  hour: (row) => row.hour ?? null,
  calls: (row) => row.calls,
  inbound: (row) => row.inbound,
  answered: (row) => row.answered,
  missed: (row) => row.missed,
  voicemail: (row) => row.voicemail,
  blocked: (row) => row.blocked,
  firstTime: (row) => row.firstTime,
  leads: (row) => row.leads,
  appointments: (row) => row.appointments,
  qualified: (row) => row.qualified,
  over30: (row) => row.over30,
  over90: (row) => row.over90,
  over120: (row) => row.over120,
  over300: (row) => row.over300,
  duration: (row) => row.duration,
  ringSeconds: (row) => row.ringSeconds,
  value: (row) => row.value,
};
