/** Whether calls ring for a person, and in which browsers. Runs in the open transaction of the company. */
import { sql } from 'kysely';
import { deviceLifeMs } from '#contract/phone/entities.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';

type Status = 'active' | 'away';

/** The person's status; away for who administers the company without being a member. */
export async function readStatus(userId: number): Promise<Status> {
  const row = await currentTransaction()
    .selectFrom('memberships')
    .select('in_app_calling_status')
    .where('company_id', '=', companyId())
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.in_app_calling_status ?? 'away';
}

/** Sets it. Refuses (403) who is no member: nothing rings for them. */
export async function saveStatus(userId: number, status: Status): Promise<void> {
  const row = await currentTransaction()
    .updateTable('memberships')
    .set({ in_app_calling_status: status })
    .where('company_id', '=', companyId())
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  if (!row) throw new AppError('forbidden', { message: 'Only members of this company can take calls' });
}

/** Notes that a browser is registered, or forgets it; those that have been silent for long go with it. */
export async function savePresence(userId: number, deviceId: string, isReady: boolean): Promise<void> {
  const own = currentTransaction().deleteFrom('phone_devices').where('company_id', '=', companyId()).where('user_id', '=', userId);
  await own
    .where((eb) =>
      eb.or([eb('seen_at', '<', sql<Date>`now() - make_interval(secs => ${deviceLifeMs / 1_000})`), ...(isReady ? [] : [eb('device_id', '=', deviceId)])]),
    )
    .execute();
  if (!isReady) return;
  await currentTransaction()
    .insertInto('phone_devices')
    .values({ company_id: companyId(), user_id: userId, device_id: deviceId, seen_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'device_id']).doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
}
