/** The sums of a report: how each is read from the days that the database keeps, and how from the calls themselves. They agree (migration 0040). */
import { sql } from 'kysely';
import type { CallSums } from '#contract/analytics/entities.ts';

const of = (condition: string) => `count(*) filter (where ${condition})`;

/** Name in the contract → column of call_days → the same over rows of calls. */
const facts = {
  calls: ['calls', 'count(*)'],
  inbound: ['inbound', of('calls.is_inbound')],
  answered: ['answered', of("calls.result = 'answered'")],
  missed: ['missed', of("calls.result = 'missed'")],
  voicemail: ['voicemail', of("calls.result = 'voicemail'")],
  blocked: ['blocked', of("calls.result = 'blocked'")],
  firstTime: ['first_time', of('calls.is_first_contact')],
  leads: ['leads', of('calls.is_lead')],
  appointments: ['appointments', of('calls.is_appointment')],
  qualified: ['qualified', of('calls.qualification = 1')],
  over30: ['over_30', of('calls.duration > 30')],
  over90: ['over_90', of('calls.duration > 90')],
  over120: ['over_120', of('calls.duration > 120')],
  over300: ['over_300', of('calls.duration > 300')],
  duration: ['duration', 'sum(calls.duration)'],
  ringSeconds: ['ring_seconds', 'sum(calls.ring_seconds)'],
  value: ['value', 'coalesce(sum(calls.value), 0)'],
} as const satisfies Record<keyof CallSums, readonly [column: string, expression: string]>;

const names = Object.keys(facts) as (keyof CallSums)[];

/** Of one row of call_days. */
export const storedSums = names.map((name) => sql<number>`${sql.ref(`call_days.${facts[name][0]}`)}`.as(name));
/** Of a group of calls. */
export const countedSums = names.map((name) => sql<number>`${sql.raw(facts[name][1])}`.as(name));
