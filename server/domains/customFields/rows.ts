/** Rows that custom fields stand on, of the open company and the person's to see. */
import { sql } from 'kysely';
import type { EavEntityType } from '#contract/customFields/enums.ts';
import { limitToAccessibleNumbers } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';

async function there(membership: Membership, type: EavEntityType, ids: readonly number[]): Promise<number[]> {
  const among = sql<boolean>`id = any (${ids}::bigint[])`;
  switch (type) {
    case 'Number':
      return (
        await currentTransaction()
          .selectFrom('phone_numbers')
          .select('id')
          .where('company_id', '=', companyId())
          .where(among)
          .where(limitToAccessibleNumbers('id', membership.numberIds))
          .execute()
      ).map(({ id }) => id);
    case 'Call':
      return (
        await currentTransaction()
          .selectFrom('calls')
          .select('id')
          .where('company_id', '=', companyId())
          .where(among)
          .where(limitToAccessibleNumbers('number_id', membership.numberIds))
          .execute()
      ).map(({ id }) => id);
    case 'User':
      return (
        await currentTransaction()
          .selectFrom('memberships')
          .select('user_id')
          .where('company_id', '=', companyId())
          .where(sql<boolean>`user_id = any (${ids}::bigint[])`)
          .execute()
      ).map((row) => row.user_id);
    case 'Company':
      return ids.filter((id) => id === companyId());
    case 'Organization':
      return (await currentTransaction().selectFrom('companies').select('organization_id').where('id', '=', companyId()).execute()).flatMap(
        ({ organization_id }) => (organization_id !== null && ids.includes(organization_id) ? [organization_id] : []),
      );
    case 'TrackingPool':
      return (
        await currentTransaction()
          .selectFrom('dni_pools')
          .select('id')
          .where((eb) =>
            eb.or([
              eb('company_id', '=', companyId()),
              eb('organization_id', '=', eb.selectFrom('companies').select('organization_id').where('id', '=', companyId())),
            ]),
          )
          .where(among)
          .execute()
      ).map(({ id }) => id);
  }
}

/** The rows, each once. Refuses when one of them is not there. */
export async function checkRows(membership: Membership, type: EavEntityType, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const found = await there(membership, type, wanted);
  if (found.length !== wanted.length) throw new AppError('not_found');
  return found;
}
