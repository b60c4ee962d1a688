/** Words for marks of calls: lead, appointment and what a review says. */
import type { CallMarks } from '#commands/calls/types.ts';

/** Says which marks a call has now: "Marked as a lead", "Appointment mark removed". */
export function formatMarks({ isLead, isAppointment }: CallMarks): string {
  if (isLead !== undefined) return isLead ? 'Marked as a lead' : 'Lead mark removed';
  if (isAppointment !== undefined) return isAppointment ? 'Marked as an appointment' : 'Appointment mark removed';
  return 'Call updated';
}
