/** When a company, or one of its people, is there (spec 2.3; AMB-27): blocks of days and times in a zone. 24 hours on the wire and here, 12 hours on the screen (2.5). */
import * as z from 'zod/mini';
import { Hour } from './businessHours.ts';
import { type Day, spanOf, to12Hour, type Weekday, weekdayLabel, weekdays } from './hours.ts';
import { route } from './route.ts';
import { Flag, Id, Instant, TimeZone } from './schema.ts';

/** A stretch of a day: from and until when; midnight as the end is the end of the day. `All Day` stands alone. */
export interface ScheduleTimes {
  readonly start: string | null;
  readonly end: string | null;
}
/** Days that have the same times (ENT-305 to ENT-308). */
export interface ScheduleBlock {
  readonly days: readonly Weekday[];
  readonly times: readonly ScheduleTimes[];
}

const Times = z.object({ start: Hour, end: Hour });
/** A single stretch may be sent without a list around it: the spec leaves open which it is. */
const BlockInput = z.object({
  days: z.array(z.enum(weekdays)).check(z.minLength(1, 'Choose a day'), z.maxLength(7)),
  times: z.pipe(
    z.union([z.array(Times), Times]),
    z.transform((times) => [times].flat()),
  ),
});
const ScheduleInput = z.object({ user: z._default(Flag, false), timezone: TimeZone, blocks: z.optional(z.array(BlockInput).check(z.maxLength(28))) });
/** Working hours as they are sent: a user's own or the company's, by the blocks of a week; without `blocks` those that are there stay. */
export type ScheduleInput = z.output<typeof ScheduleInput>;

/** A schedule (ENT-302 to ENT-304). `user`: the caller's own. `updatedAt`: null while it was never set; days in no block are off. */
export const Schedule = z.object({
  user: z.boolean(),
  timezone: z.string(),
  blocks: z.array(z.object({ days: z.array(z.enum(weekdays)), times: z.array(z.object({ start: z.nullable(z.string()), end: z.nullable(z.string()) })) })),
  updatedAt: z.nullable(Instant),
});
export type Schedule = z.output<typeof Schedule>;

const asDay = ({ start, end }: ScheduleTimes): Day => ({ open: start, close: end });
/** `9:00am-5:00pm`, `all day`. */
export const timesLabel = ({ start, end }: ScheduleTimes): string => (end === null ? (start ?? '').toLowerCase() : `${to12Hour(start ?? '')}-${to12Hour(end)}`);

/** The stretches of a day over all blocks, earliest first. */
export function timesOn(blocks: readonly ScheduleBlock[], day: Weekday): readonly ScheduleTimes[] {
  const all = blocks.filter(({ days }) => days.includes(day)).flatMap(({ times }) => times);
  return all.filter((times) => spanOf(asDay(times)) !== null).sort((a, b) => (spanOf(asDay(a))?.from ?? 0) - (spanOf(asDay(b))?.from ?? 0));
}

/** What is wrong with blocks, and at which field in the wire's spelling; null when nothing is. */
export function scheduleFault(blocks: readonly ScheduleBlock[]): { readonly field: string; readonly message: string } | null {
  for (const [at, { days, times }] of blocks.entries()) {
    const name = weekdayLabel[days[0] ?? 'mon'];
    if (times.length === 0) return { field: `blocks.${at}.times`, message: `Add a start and end time for ${name}` };
    for (const [place, each] of times.entries()) {
      const field = `blocks.${at}.times.${place}`;
      if (each.start === null) return { field: `${field}.start`, message: `Add a start time for ${name}` };
      if (each.end === null && /\d/.test(each.start)) return { field: `${field}.end`, message: `Add an end time for ${name}` };
      const span = spanOf(asDay(each));
      if (span && span.to <= span.from) return { field: `${field}.end`, message: `${name} ${timesLabel(each)} ends before it starts` };
    }
  }
  for (const day of weekdays) {
    const times = timesOn(blocks, day);
    for (const [at, each] of times.entries()) {
      const before = times[at - 1];
      if (before && (spanOf(asDay(before))?.to ?? 0) > (spanOf(asDay(each))?.from ?? 0))
        return { field: 'blocks', message: `${weekdayLabel[day]} ${timesLabel(before)} and ${timesLabel(each)} overlap` };
    }
  }
  return null;
}

/** A week as blocks: days with the same times stand together, days without any in none. */
export function blocksOf(week: ReadonlyMap<Weekday, readonly ScheduleTimes[]>): ScheduleBlock[] {
  const blocks = new Map<string, { days: Weekday[]; times: readonly ScheduleTimes[] }>();
  for (const day of weekdays) {
    const times = week.get(day) ?? [];
    if (times.length === 0) continue;
    const key = JSON.stringify(times);
    const known = blocks.get(key);
    if (known) known.days.push(day);
    else blocks.set(key, { days: [day], times });
  }
  return [...blocks.values()];
}

const own = { company: 'path.companyId', params: { companyId: Id }, access: 'company.read', reply: Schedule } as const;

export const schedule = {
  get: route('GET /companies/{companyId}/schedule', {
    ...own,
    query: { user: z._default(Flag, false) },
    spec: 'CALL-209',
    summary: 'The schedule of the company, or with user=1 the caller’s own in it; never set: no blocks, in the company’s zone',
  }),
  save: route('PUT /companies/{companyId}/schedule', {
    ...own,
    body: ScheduleInput,
    spec: 'CALL-210',
    summary: 'Sets the schedule of the company, which takes the right to change the company, or with user=1 the caller’s own',
  }),
};
