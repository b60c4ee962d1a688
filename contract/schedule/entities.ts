/** Schedules of companies and users (spec 2.3). */

import * as z from 'zod/mini';
import { Flag, Instant, TimeZone } from '../core/schema.ts';
import { type Weekday, weekdays } from '../text/hours.ts';
import { Hour } from '../text/hoursSchema.ts';

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

export const ScheduleInput = z.object({ user: z._default(Flag, false), timezone: TimeZone, blocks: z.optional(z.array(BlockInput).check(z.maxLength(28))) });

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
