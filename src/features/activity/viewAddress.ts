/** The activity in an address. */
import * as z from 'zod/mini';
import { activityFilters } from '#contract/activity/enums.ts';
import { IdList } from '#contract/core/schema.ts';
import { isDay } from '#contract/text/day.ts';
import { updateFilter } from '../../panes/listViewStore.ts';
import { createViewAddress, SearchText } from '../../panes/viewAddress.ts';
import { activityViews, allActivity } from './data.ts';

const Day = z.optional(z.string().check(z.refine(isDay)));
/** Types without the word that each begins with: `calls,notes`. */
const shorten = (type: (typeof activityFilters)[number]) => type.replace('check', '').toLowerCase();
const Types = z.optional(
  z.pipe(
    z.string().check(z.refine((text) => text.split(',').every((word) => activityFilters.some((type) => shorten(type) === word)))),
    z.transform((text) => activityFilters.filter((type) => text.split(',').includes(shorten(type)))),
  ),
);

export const address = createViewAddress({
  views: activityViews,
  initial: allActivity,
  params: z.object({ q: SearchText, types: Types, numbers: z.optional(IdList), from: Day, to: Day }),
  write: ({ q, types, numberIds, startDate, endDate }) => ({ q, types: types?.map(shorten), numbers: numberIds, from: startDate, to: endDate }),
  read: ({ q, types, numbers, from, to }) => updateFilter(allActivity, { q, types, numberIds: numbers, startDate: from, endDate: to }),
});
