/** The sums of a report: how each is read from what the database keeps, and how from the calls themselves. They agree (migrations 0040, 0201). */
import { sql } from 'kysely';
import type { CallSums } from '#contract/analytics/entities.ts';

const count = (condition: string) => `count(*) filter (where ${condition})`;

/** Name in the contract → column of what is kept → the same over rows of calls. */
const facts = {
  calls: ['calls', 'count(*)'],
  inbound: ['inbound', count('calls.is_inbound')],
  answered: ['answered', count("calls.result = 'answered'")],
  missed: ['missed', count("calls.result = 'missed'")],
  voicemail: ['voicemail', count("calls.result = 'voicemail'")],
  blocked: ['blocked', count("calls.result = 'blocked'")],
  firstTime: ['first_time', count('calls.is_first_contact')],
  leads: ['leads', count('calls.is_lead')],
  appointments: ['appointments', count('calls.is_appointment')],
  qualified: ['qualified', count('calls.qualification = 1')],
  over30: ['over_30', count('calls.duration > 30')],
  over90: ['over_90', count('calls.duration > 90')],
  over120: ['over_120', count('calls.duration > 120')],
  over300: ['over_300', count('calls.duration > 300')],
  duration: ['duration', 'coalesce(sum(calls.duration), 0)'],
  ringSeconds: ['ring_seconds', 'coalesce(sum(calls.ring_seconds), 0)'],
  value: ['value', 'coalesce(sum(calls.value), 0)'],
} as const satisfies Record<keyof CallSums, readonly [column: string, expression: string]>;

const names = Object.keys(facts) as (keyof CallSums)[];

/** Of one row of call_days. */
export const storedSums = names.map((name) => sql<number>`${sql.ref(`call_days.${facts[name][0]}`)}`.as(name));
/** Of several rows of a table that is kept, under its name in the query. */
export const addedSums = (table: 'call_days' | 'kept') => names.map((name) => sql<number>`coalesce(sum(${sql.ref(`${table}.${facts[name][0]}`)}), 0)`.as(name));
/** Of a group of calls. */
export const countedSums = names.map((name) => sql<number>`${sql.raw(facts[name][1])}`.as(name));

/** Sums of two groups of calls that have none in common; `sign` -1 takes the second away. */
export function addSums<T extends CallSums>(first: T, second: CallSums, sign: 1 | -1 = 1): T {
  const sums = { ...first };
  for (const name of names) sums[name] = first[name] + sign * second[name];
  // Cents: binary fractions are no money.
  sums.value = Math.round(sums.value * 100) / 100;
  return sums;
}

/** Sums of no call. */
export const emptySums: CallSums = {
  calls: 0,
  inbound: 0,
  answered: 0,
  missed: 0,
  voicemail: 0,
  blocked: 0,
  firstTime: 0,
  leads: 0,
  appointments: 0,
  qualified: 0,
  over30: 0,
  over90: 0,
  over120: 0,
  over300: 0,
  duration: 0,
  ringSeconds: 0,
  value: 0,
};

/** The sums of a row without what else it says. */
export const pickSums = (row: CallSums): CallSums => addSums(emptySums, row);
