/** Tags over HTTP (spec 2.7). */
import { sql } from 'kysely';
import type { routes } from '#contract/index.ts';
import type { Tag } from '#contract/tags/entities.ts';
import { checkSharing, isOwnOrShared, publishSharing } from '../../access/sharing.ts';
import { lockNames } from '../../db/names.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { Handlers } from '../../http/handlers.ts';

function shown() {
  return currentTransaction()
    .selectFrom('tags')
    .where(isOwnOrShared('tags'))
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
  if (!row) throw new AppError('not_found');
  return toTag(row);
}

/** Refuses a name another tag has that the company sees, whatever its case. */
async function checkName(name: string, self: number | null): Promise<void> {
  await lockNames('tags');
  const twin = await currentTransaction()
    .selectFrom('tags')
    .select('id')
    .where(isOwnOrShared('tags'))
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', 'is distinct from', self)
    .executeTakeFirst();
  if (twin) throw new AppError('conflict', { title: alreadyThere, field: 'name', message: `A tag named “${name}” already exists` });
}

export const handlers: Handlers<typeof routes.tags> = {
  list: async () => {
    const rows = await shown().orderBy('tags.name').orderBy('tags.id').execute();
    return { data: rows.map(toTag), meta: { total: rows.length } };
  },

  create: async ({ body, authUser }) => {
    await checkSharing('tags', body.businessUnitId, null, authUser);
    await checkName(body.name, null);
    const { id } = await currentTransaction()
      .insertInto('tags')
      .values({ company_id: companyId(), name: body.name, organization_id: body.businessUnitId ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await publishSharing(body.businessUnitId, { kind: 'tag-updated', id, actorId: authUser.userId });
    return oneTag(id);
  },

  update: async ({ params, body, authUser }) => {
    const before = await oneTag(params.tagId);
    await checkSharing('tags', body.businessUnitId, before.businessUnitId, authUser);
    await checkName(body.name, params.tagId);
    const organization = body.businessUnitId === undefined ? {} : { organization_id: body.businessUnitId };
    await currentTransaction()
      .updateTable('tags')
      .set({ name: body.name, ...organization })
      .where(isOwnOrShared('tags'))
      .where('id', '=', params.tagId)
      .execute();
    await publishSharing(body.businessUnitId ?? before.businessUnitId, { kind: 'tag-updated', id: params.tagId, actorId: authUser.userId });
    return oneTag(params.tagId);
  },

  delete: async ({ params, authUser }) => {
    const { name, businessUnitId } = await oneTag(params.tagId);
    await checkSharing('tags', undefined, businessUnitId, authUser);
    const had = await currentTransaction()
      .selectFrom('number_tags')
      .select('number_id')
      .where('company_id', '=', companyId())
      .where('tag_id', '=', params.tagId)
      .execute();
    await currentTransaction().deleteFrom('tags').where(isOwnOrShared('tags')).where('id', '=', params.tagId).execute();
    await publishSharing(businessUnitId, { kind: 'tag-updated', id: params.tagId, actorId: authUser.userId });
    return { name, numbers: had.map((row) => row.number_id) };
  },
};
