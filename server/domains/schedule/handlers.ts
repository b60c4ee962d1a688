/** The schedules of a company and of its people, over HTTP. */
import type { routes } from '#contract/index.ts';
import type { Schedule } from '#contract/schedule/entities.ts';
import { findScheduleFault } from '#contract/schedule/rules.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { assertInPerson, assertNoApiKey } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';

/** The company's (`userId` null) or a person's; in the company's zone and without blocks while it was never set. */
async function loadSchedule(userId: number | null): Promise<Schedule> {
  const row = await currentTransaction()
    .selectFrom('companies')
    .leftJoin('schedules', (join) => join.onRef('schedules.company_id', '=', 'companies.id').on('schedules.user_id', 'is not distinct from', userId))
    .select(['companies.timezone as company_zone', 'schedules.timezone', 'schedules.blocks', 'schedules.updated_at'])
    .where('companies.id', '=', companyId())
    .executeTakeFirstOrThrow();
  return {
    user: userId !== null,
    timezone: row.timezone ?? row.company_zone,
    blocks: row.blocks ?? [],
    updatedAt: row.updated_at?.toISOString() ?? null,
  };
}

export const handlers: Handlers<typeof routes.schedule> = {
  get: ({ query, authUser }) => {
    if (query.user) assertNoApiKey(authUser);
    return loadSchedule(query.user ? authUser.userId : null);
  },
  save: async ({ body, authUser, membership }) => {
    if (!body.user && !membership.may('company.update')) throw new AppError('forbidden');
    // A schedule of one's own decides which calls reach one: staff who act as somebody leave it alone.
    if (body.user) assertInPerson(authUser);
    const fault = findScheduleFault(body.blocks ?? []);
    if (fault) throw new AppError('invalid', fault);
    const userId = body.user ? authUser.userId : null;
    const kept = {
      timezone: body.timezone,
      ...(body.blocks === undefined ? {} : { blocks: JSON.stringify(body.blocks.map(({ days, times }) => ({ days: [...new Set(days)], times }))) }),
      updated_at: new Date(),
    };
    await currentTransaction()
      .insertInto('schedules')
      .values({ company_id: companyId(), user_id: userId, blocks: '[]', ...kept })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(kept))
      .execute();
    recordChange({ kind: 'schedule-updated', actorId: authUser.userId });
    return loadSchedule(userId);
  },
};
