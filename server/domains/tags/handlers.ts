/** Tags over HTTP (spec 2.7). */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import type { Tag } from '#contract/tags.ts';
import { changed, companyId, db } from '../../db/tenancy.ts';
import { Refusal } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';

function shown() {
  return db()
    .selectFrom('tags')
    .where('tags.company_id', '=', companyId())
    .select(['tags.id', 'tags.name', 'tags.organization_id'])
    .select((eb) =>
      eb
        .selectFrom('number_tags')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('number_tags.tag_id', '=', 'tags.id')
        .as('numbers'),
    );
}
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];
const toTag = (row: Row): Tag => ({ id: row.id, name: row.name, businessUnitId: row.organization_id, numbers: row.numbers ?? 0 });

async function oneTag(id: number): Promise<Tag> {
  const row = await shown().where('tags.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return toTag(row);
}

/** Refuses a name another tag has, whatever its case, and an organization the company is not of. */
async function check(name: string, organizationId: number | undefined, self: number | null): Promise<void> {
  const twin = await db()
    .selectFrom('tags')
    .select('id')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  if (twin && twin.id !== self) throw new Refusal('conflict', { field: 'name', message: `There is a tag ${name} already` });
  await checkOrganization(organizationId);
}

/** Refuses an organization that is not the company's. */
export async function checkOrganization(organizationId: number | undefined): Promise<void> {
  if (organizationId === undefined) return;
  const company = await db().selectFrom('companies').select('organization_id').where('id', '=', companyId()).executeTakeFirst();
  if (company?.organization_id !== organizationId)
    throw new Refusal('invalid', { field: 'business_unit_id', message: 'This is not the organization of the company' });
}

export const handlers: Handlers<typeof routes.tags> = {
  list: async () => {
    const rows = await shown().orderBy('tags.name').orderBy('tags.id').execute();
    return { data: rows.map(toTag), meta: { total: rows.length } };
  },

  create: async ({ body, caller }) => {
    await check(body.name, body.businessUnitId, null);
    const { id } = await db()
      .insertInto('tags')
      .values({ company_id: companyId(), name: body.name, organization_id: body.businessUnitId ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    changed({ kind: 'tag-updated', id, actorId: caller.userId });
    return oneTag(id);
  },

  update: async ({ params, body, caller }) => {
    await oneTag(params.tagId);
    await check(body.name, body.businessUnitId, params.tagId);
    const organization = body.businessUnitId === undefined ? {} : { organization_id: body.businessUnitId };
    await db()
      .updateTable('tags')
      .set({ name: body.name, ...organization })
      .where('company_id', '=', companyId())
      .where('id', '=', params.tagId)
      .execute();
    changed({ kind: 'tag-updated', id: params.tagId, actorId: caller.userId });
    return oneTag(params.tagId);
  },

  delete: async ({ params, caller }) => {
    const { name } = await oneTag(params.tagId);
    const had = await db().selectFrom('number_tags').select('number_id').where('company_id', '=', companyId()).where('tag_id', '=', params.tagId).execute();
    await db().deleteFrom('tags').where('company_id', '=', companyId()).where('id', '=', params.tagId).execute();
    changed({ kind: 'tag-updated', id: params.tagId, actorId: caller.userId });
    return { name, numbers: had.map((row) => row.number_id) };
  },
};
