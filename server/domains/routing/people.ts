/** People of the company by the phones that ring for them, and whether they are there. Runs in the open transaction of the company. */
import { sql } from 'kysely';
import type { Forward } from '#contract/routing/entities.ts';
import { hasBlocks, isInSchedule, type ScheduleWeek } from '#contract/text/openness.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';

/** A member of the company. `week`: when they are there; null while it was never set. */
export interface Colleague {
  readonly userId: number;
  readonly name: string;
  readonly week: ScheduleWeek | null;
}

/** The company's schedule; null while it was never set. */
export async function loadCompanySchedule(): Promise<ScheduleWeek | null> {
  const row = await currentTransaction()
    .selectFrom('schedules')
    .select(['timezone', 'blocks'])
    .where('company_id', '=', companyId())
    .where('user_id', 'is', null)
    .executeTakeFirst();
  return row && hasBlocks(row) ? row : null;
}

/** Finds the owners of destinations: the member a destination names, else the one member with the phone in their profile; a phone that several claim has none. */
export async function findColleagues(destinations: readonly Pick<Forward, 'number' | 'userId'>[]): Promise<ReadonlyMap<string, Colleague>> {
  if (destinations.length === 0) return new Map();
  const numbers = destinations.map(({ number }) => number);
  const named = destinations.flatMap(({ userId }) => userId ?? []);
  const rows = await currentTransaction()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('schedules', (join) => join.onRef('schedules.company_id', '=', 'memberships.company_id').onRef('schedules.user_id', '=', 'users.id'))
    .leftJoin('user_phones', (join) => join.onRef('user_phones.user_id', '=', 'users.id').on(sql<boolean>`user_phones.number = any (${numbers}::text[])`))
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email', 'schedules.timezone', 'schedules.blocks', 'user_phones.number'])
    .where('memberships.company_id', '=', companyId())
    .where((eb) => eb.or([sql<boolean>`users.id = any (${named}::bigint[])`, eb('user_phones.number', 'is not', null)]))
    .orderBy('users.id')
    .execute();
  const colleagues = rows.map(({ id, first_name: first, last_name: last, email, timezone, blocks, number }) => {
    const week = timezone === null || blocks === null ? null : { timezone, blocks };
    return { number, colleague: { userId: id, name: `${first} ${last}`.trim() || email, week: hasBlocks(week) ? week : null } };
  });
  const byPhone = new Map<string, Colleague>();
  for (const { number, userId } of destinations) {
    const claiming = colleagues.filter((entry) => entry.number === number);
    const found = userId === undefined ? (claiming.length === 1 ? claiming[0] : undefined) : colleagues.find(({ colleague }) => colleague.userId === userId);
    if (found) byPhone.set(number, found.colleague);
  }
  return byPhone;
}

/** Why the phones of people are not rung at a moment, by number; those whose people are there are not named. */
export function computeAbsences(people: ReadonlyMap<string, Colleague>, at: number): Record<string, string> {
  const away = [...people].filter(([, { week }]) => week !== null && !isInSchedule(week, at));
  return Object.fromEntries(away.map(([number, { name }]) => [number, `${name} is off by their schedule`]));
}
