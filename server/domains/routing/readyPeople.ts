/** People in whose browsers a call may ring, and why it does not ring for the others. Runs in the open transaction of the company. */
import { sql } from 'kysely';
import { listRolesWith } from '#contract/core/permissions.ts';
import { deviceLifeMs } from '#contract/phone/entities.ts';
import type { Forward } from '#contract/routing/entities.ts';
import { hasBlocks, isInSchedule } from '#contract/text/openness.ts';
import { formatClient, type RungPerson } from '#machines/call/index.ts';
import { findAccountFault } from '../../compliance/accounts.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';

/** More than are ever rung at once; a large company is no burden to a call. */
const most = 40;

/** Why the browser of a person is not rung: a sentence about them, and the same beside their name. */
const absences = {
  away: ['is away', 'Away'],
  closed: ['has no page open', 'No page open'],
  off: ['is off by their schedule', 'Off by schedule'],
} as const;
type Absence = keyof typeof absences;

interface FoundPeople {
  readonly people: readonly RungPerson[];
  /** Why a browser is not rung, by the name it is dialled by. */
  readonly absent: Readonly<Record<string, string>>;
  /** The same in the words that go beside a name. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Members who work the number and may take calls, those whose browser was seen last first. */
const selectMembers = (numberId: number, forwards: readonly Pick<Forward, 'number' | 'userId'>[], limit: number) =>
  currentTransaction()
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('schedules', (join) => join.onRef('schedules.company_id', '=', 'memberships.company_id').onRef('schedules.user_id', '=', 'users.id'))
    .leftJoin(
      (from) =>
        from
          .selectFrom('phone_devices')
          .select(['user_id', sql<Date>`max(seen_at)`.as('seen_at')])
          .where('company_id', '=', companyId())
          .groupBy('user_id')
          .as('seen'),
      (join) => join.onRef('seen.user_id', '=', 'users.id'),
    )
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'schedules.timezone',
      'schedules.blocks',
      'memberships.in_app_calling_status as status',
      'seen.seen_at',
      sql<
        string[]
      >`array(select user_phones.number from user_phones where user_phones.user_id = users.id and user_phones.number = any (${forwards.map(({ number }) => number)}::text[]))`.as(
        'numbers',
      ),
    ])
    .where('memberships.company_id', '=', companyId())
    .where(sql<boolean>`memberships.role = any (${listRolesWith('calls.take')}::text[])`)
    .where(sql<boolean>`(memberships.number_ids is null or ${numberId} = any (memberships.number_ids))`)
    .orderBy(sql`memberships.in_app_calling_status = 'active'`, 'desc')
    .orderBy('seen.seen_at', (by) => by.desc().nullsLast())
    .orderBy('users.id')
    .limit(limit)
    .execute();

type Member = Awaited<ReturnType<typeof selectMembers>>[number];

/** Why the browser of a person is not rung at a moment; null when it is. */
function findAbsence({ status, seen_at: seenAt, timezone, blocks }: Member, at: number): Absence | null {
  if (status === 'away') return 'away';
  if (seenAt === null || seenAt.getTime() < Date.now() - deviceLifeMs) return 'closed';
  const week = timezone === null || blocks === null ? null : { timezone, blocks };
  return week !== null && hasBlocks(week) && !isInSchedule(week, at) ? 'off' : null;
}

/** Finds the people of a number. `forwards`: its destinations, whose owners are told apart; `at`: milliseconds since the epoch, for their schedules. */
export async function findPeople(numberId: number, forwards: readonly Pick<Forward, 'number' | 'userId'>[], at: number, limit = most): Promise<FoundPeople> {
  const [members, fault] = await Promise.all([selectMembers(numberId, forwards, limit), findAccountFault()]);
  const found = members.map((member) => {
    const name = `${member.first_name} ${member.last_name}`.trim() || member.email;
    const person: RungPerson = { userId: member.id, name, client: formatClient(companyId(), member.id), numbers: member.numbers };
    return { person, absence: findAbsence(member, at) };
  });
  const explain = (format: (name: string, absence: Absence) => string) =>
    Object.fromEntries(
      found.flatMap(({ person, absence }) => {
        const reason = fault ?? (absence === null ? null : format(person.name, absence));
        return reason === null ? [] : [[person.client, reason]];
      }),
    );
  return {
    people: found.map(({ person }) => person),
    absent: explain((name, absence) => `${name} ${absences[absence][0]}`),
    reasons: explain((_, absence) => absences[absence][1]),
  };
}
