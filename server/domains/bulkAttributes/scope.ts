/** Companies whose custom fields an update touches: one, or those of an organization that the person administers. */
import { hasPermission, permissions } from '#contract/core/permissions.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';

/** Companies of an update and who asks for it. */
export interface AttributeScope {
  readonly userId: number;
  readonly companyIds: readonly number[];
  /** Numbers the person works in companies where they don’t work all. */
  readonly limits: ReadonlyMap<number, readonly number[]>;
  /** The organization whose own fields are changed; null for one company, and for who doesn’t administer the organization. */
  readonly organizationId: number | null;
}

/** One company, which the caller was let into. */
export const toCompanyScope = ({ companyId, numberIds }: Membership, { userId }: AuthUser): AttributeScope => ({
  userId,
  companyIds: [companyId],
  limits: numberIds === null ? new Map() : new Map([[companyId, numberIds]]),
  organizationId: null,
});

/** The companies of an organization in which the person may do this. Refuses who may in none. Runs in an identity transaction. */
export async function loadOrganizationScope(organizationId: number, { userId }: AuthUser): Promise<AttributeScope> {
  const rows = await currentTransaction()
    .selectFrom('companies as c')
    .leftJoin('memberships as m', (join) => join.onRef('m.company_id', '=', 'c.id').on('m.user_id', '=', userId))
    .leftJoin('organization_users as o', (join) => join.onRef('o.organization_id', '=', 'c.organization_id').on('o.user_id', '=', userId))
    .where('c.organization_id', '=', organizationId)
    .select(['c.id', 'm.role', 'm.number_ids', 'o.id as administers'])
    .orderBy('c.id')
    .execute();
  const mine = rows.filter(({ role, administers }) => administers !== null || (role !== null && hasPermission(role, 'attributes.bulk')));
  if (mine.length === 0) throw new AppError('forbidden', { message: `You don’t have permission to ${permissions['attributes.bulk']}` });
  return {
    userId,
    companyIds: mine.map(({ id }) => id),
    limits: new Map(mine.flatMap(({ id, administers, number_ids: numberIds }) => (administers === null && numberIds !== null ? [[id, numberIds]] : []))),
    organizationId: mine.some(({ administers }) => administers !== null) ? organizationId : null,
  };
}
