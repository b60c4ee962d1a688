/** Contents of each column of an export. Instants are those of the zone asked for, as a spreadsheet reads them: 2026-03-05 14:30:00. */

import { callQualificationLabel } from '#contract/calls/enums.ts';
import type { CallExportColumn, VoicemailExportColumn } from '#contract/exports/entities.ts';
import type { ExportedCall } from './queries.ts';
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

export const voicemailCells: Readonly<Record<VoicemailExportColumn, Read>> = {
  ...shared,
  receivedAt: (row, clock) => clock(row.voicemail_at ?? row.started_at),
  duration: (row) => row.voicemail_seconds ?? row.duration,
};
