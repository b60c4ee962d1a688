/** Custom field values of organizations and of their users. */
import { sql } from 'kysely';
import type { Organization } from '#contract/organizations/entities.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

type Values = Organization['eavAttributeValues'];
interface Row {
  readonly organizationId: number;
  readonly entityId: number;
  readonly attributeId: number;
  readonly name: string;
  readonly value: string | null;
}

/**
 * Fills custom fields into organizations: those of the organization and of the companies in it that the person enters, with the value, else the field's
 * default; for users the organization's own fields, whichever of these companies filled them in. Opens a transaction of these companies.
 */
export async function fillFields(
  { tenancy }: Services,
  userId: number,
  companyIds: readonly number[],
  organizations: readonly Organization[],
): Promise<Organization[]> {
  if (companyIds.length === 0 || organizations.length === 0) return [...organizations];
  const ids = organizations.map(({ id }) => id);
  const people = organizations.flatMap(({ id, users }) => users.map((user) => ({ organization: id, user: user.userId })));
  const [own, theirs] = await tenancy.companyReading(companyIds, userId, async () => [
    (
      await sql<Row>`
        select o.id as "organizationId", o.id as "entityId", a.id as "attributeId", a.name, coalesce(v.value, a.default_value) as value
        from unnest(${ids}::bigint[]) as o (id)
        join eav_attributes a on a.entity_type = 'Organization' and (a.organization_id = o.id or a.company_id in (select id from companies where organization_id = o.id))
        left join eav_values v on v.attribute_id = a.id and v.entity_id = o.id
        order by lower(a.name)`.execute(currentTransaction())
    ).rows,
    (
      await sql<Row>`
        select p.organization as "organizationId", p.user as "entityId", a.id as "attributeId", a.name, coalesce(v.value, a.default_value) as value
        from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (organization bigint, "user" bigint)
        join eav_attributes a on a.entity_type = 'User' and a.organization_id = p.organization
        left join lateral (select value from eav_values where attribute_id = a.id and entity_id = p.user order by company_id limit 1) v on true
        order by lower(a.name)`.execute(currentTransaction())
    ).rows,
  ]);
  const valuesIn = (rows: readonly Row[], organization: number, entity: number): Values =>
    rows.filter((row) => row.organizationId === organization && row.entityId === entity).map(({ attributeId, name, value }) => ({ attributeId, name, value }));
  return organizations.map((organization) => ({
    ...organization,
    eavAttributeValues: valuesIn(own, organization.id, organization.id),
    users: organization.users.map((user) => ({ ...user, eavAttributeValues: valuesIn(theirs, organization.id, user.userId) })),
  }));
}
