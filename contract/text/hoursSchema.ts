/** Business hours as they come and go on the wire. */
import * as z from 'zod/mini';
import { TimeZone } from '../core/schema.ts';
import { isHour, presets, to24Hour } from './hour.ts';

/** An hour field: `All Day`, `Closed`, or a quarter of an hour; read in either spelling, kept in 24 hours. Absent: not set. */
export const Hour = z.pipe(
  z.pipe(
    z.optional(z.nullable(z.string().check(z.maxLength(20)))),
    z.transform((text) => (text === undefined || text === null ? null : to24Hour(text))),
  ),
  z.nullable(z.string().check(z.refine(isHour, 'All Day, Closed, or a time such as 9:15am'))),
);

/** Business hours (ENT-036 to ENT-051). The 14 hour fields count with preset 4; the other presets say the hours by themselves. */
export const BusinessHours = z.object({
  preset: z.coerce.number().check(z.refine((value) => presets.some((known) => known === value), 'A preset from 1 to 5')),
  timezone: TimeZone,
  monOpenHour: Hour,
  monCloseHour: Hour,
  tueOpenHour: Hour,
  tueCloseHour: Hour,
  wedOpenHour: Hour,
  wedCloseHour: Hour,
  thuOpenHour: Hour,
  thuCloseHour: Hour,
  friOpenHour: Hour,
  friCloseHour: Hour,
  satOpenHour: Hour,
  satCloseHour: Hour,
  sunOpenHour: Hour,
  sunCloseHour: Hour,
});

export type BusinessHours = z.output<typeof BusinessHours>;
