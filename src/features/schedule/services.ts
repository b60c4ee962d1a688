/** Schedules as commands reach them. */

import type { ChangeResult } from '#commands/core/outcome.ts';
import type { ScheduleOwner, ScheduleServices } from '#commands/schedule/types.ts';
import type { Schedule } from '#contract/schedule/entities.ts';
import { formatSchedule, parseSchedule } from '#contract/text/scheduleText.ts';
import { getDefaultTimeZone, getZoneLabel } from '#contract/text/zones.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { isOutdated } from '../../api/cacheInvalidation.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { createScheduleQuery } from './data.ts';

const titles = { company: 'The schedule of the company', mine: 'Your schedule' } as const;

async function save(app: App, companyId: number, { user, timezone, blocks }: Pick<Schedule, 'user' | 'timezone' | 'blocks'>): Promise<void> {
  const saved = await app.api.call('schedule.save', { companyId, body: { user, timezone, blocks } });
  app.queries.setQueryData(createScheduleQuery(app, companyId, user ? 'mine' : 'company').queryKey, saved);
}

/** Changes a schedule of what it is now. A person's own, set for the first time, is in the browser's zone (RULE-070). */
async function change(app: App, whose: ScheduleOwner, changes: Partial<Pick<Schedule, 'timezone' | 'blocks'>>): Promise<ChangeResult> {
  const companyId = getCompanyId(app);
  const before = await app.queries.fetchQuery({ ...createScheduleQuery(app, companyId, whose), staleTime: 0 });
  const timezone = before.updatedAt === null && whose === 'mine' ? getDefaultTimeZone() : before.timezone;
  await save(app, companyId, { ...before, timezone, ...changes });
  const zone = timezone === before.timezone ? '' : `, in ${getZoneLabel(timezone)}`;
  return { message: `${titles[whose]} is set${zone}`, undo: { title: titles[whose], run: () => save(app, companyId, before) } };
}

/** Commands over schedules, as the app provides them. */
export function createScheduleServices({ app }: ServiceDeps): ScheduleServices {
  return {
    words: async (whose) => {
      const { companyId } = app.get();
      if (companyId === null) return undefined;
      const { queryKey } = createScheduleQuery(app, companyId, whose);
      // Blocks that were changed since they were read are not proposed as the current ones.
      const known = isOutdated(app.queries, queryKey) ? undefined : app.queries.getQueryData(queryKey);
      return known && known.blocks.length > 0 ? formatSchedule(known.blocks) : undefined;
    },
    setTimes: async (whose, words) => {
      const read = parseSchedule(words);
      if (!read.ok) throw new Error(read.faults[0]?.message ?? 'Can’t read these times. Try mon-fri 9-12, 1pm-5pm.');
      return change(app, whose, { blocks: read.value.map(({ days, times }) => ({ days: [...days], times: times.map((each) => ({ ...each })) })) });
    },
    setZone: (whose, timezone) => change(app, whose, { timezone }),
  };
}
