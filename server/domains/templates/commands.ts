/** Making, changing and removing number templates. */
import { sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { Routing } from '#contract/routing/entities.ts';
import { createDefaultRouting } from '#contract/routing/rules.ts';
import type { NumberTemplate } from '#contract/templates/entities.ts';
import { noRoutesInTemplate } from '#contract/templates/texts.ts';
import { lockNames } from '../../db/names.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError, alreadyThere } from '../../http/errors.ts';
import type { AuthUser } from '../../http/handlers.ts';
import { readRouting } from '../routing/repository.ts';
import { getTemplate } from './queries.ts';

type Given = RouteBody<typeof routes.templates.create>;
type Named = Given & { readonly name: string };

/** Words that are no keys of a record that travels. */
const unusable = new Set(['__proto__', 'constructor', 'prototype']);

function refuseIds(sent: Given['routes']): void {
  const ids = sent.map(({ _id }) => _id);
  for (const [at, id] of ids.entries()) {
    if (id === undefined) continue;
    const field = `routes.${at}._id`;
    if (unusable.has(id)) throw new AppError('invalid', { field, message: 'Invalid ID' });
    if (ids.indexOf(id) !== at) throw new AppError('invalid', { field, message: 'Duplicate ID' });
  }
}

/** Converts the input to the form in which it is stored. Refuses a template without routes, a name another one has, and invalid routings. */
async function read(given: Named, self: number | null, hours: Routing['hours']): Promise<Routing> {
  if (given.routes.length === 0) throw new AppError('invalid', { field: 'routes', message: noRoutesInTemplate });
  refuseIds(given.routes);
  await lockNames('number_templates');
  const twin = await currentTransaction()
    .selectFrom('number_templates')
    .select('id')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`lower(name) = lower(${given.name})`)
    .executeTakeFirst();
  if (twin && twin.id !== self)
    throw new AppError('conflict', { title: alreadyThere, field: 'name', message: `A template named “${given.name}” already exists` });
  const nobodys = { ...createDefaultRouting({ id: 0, forwardNumber: null, timezone: hours.timezone }), hours };
  return readRouting({ routing: nobodys, number: null }, { ...given, routes: given.routes.map(({ _id, ...route }) => ({ ...route, id: _id })) });
}

const toColumns = (name: string, routing: Routing, caller: AuthUser) => ({
  name,
  routes: JSON.stringify(routing.routes),
  hours: JSON.stringify(routing.hours),
  greeting_id: routing.greetingId,
  voicemail_greeting_id: routing.voicemailGreetingId,
  record_calls: routing.recordCalls,
  announce_recording: routing.announceRecording,
  updated_by: caller.userId,
});

/** The first of `Template 1`, `Template 2` and on that no template is called. */
async function freeName(): Promise<string> {
  const taken = await currentTransaction()
    .selectFrom('number_templates')
    .select('name')
    .where('company_id', '=', companyId())
    .where('name', 'ilike', 'template %')
    .execute();
  const names = new Set(taken.map(({ name }) => name.toLowerCase()));
  let nth = 1;
  while (names.has(`template ${nth}`)) nth += 1;
  return `Template ${nth}`;
}

/** Makes a template; without hours it is open at all of them. */
export async function createTemplate(caller: AuthUser, sent: Given): Promise<NumberTemplate> {
  const given = { ...sent, name: sent.name ?? (await freeName()) };
  const { timezone } = await currentTransaction().selectFrom('companies').select('timezone').where('id', '=', companyId()).executeTakeFirstOrThrow();
  const routing = await read(given, null, createDefaultRouting({ id: 0, forwardNumber: null, timezone }).hours);
  const { id } = await currentTransaction()
    .insertInto('number_templates')
    .values({ ...toColumns(given.name, routing, caller), company_id: companyId() })
    .returning('id')
    .executeTakeFirstOrThrow();
  recordChange({ kind: 'template-updated', id, actorId: caller.userId });
  return getTemplate(id);
}

/** Changes a template as a whole. Refuses with `conflict` when it is not the version any more that was read. */
export async function updateTemplate(caller: AuthUser, id: number, sent: Given): Promise<NumberTemplate> {
  const before = await currentTransaction()
    .selectFrom('number_templates')
    .select(['name', 'hours', 'version'])
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AppError('not_found');
  const given = { ...sent, name: sent.name ?? before.name };
  if (given.version !== undefined && given.version !== before.version)
    throw new AppError('conflict', { message: 'Someone else changed this template. Reload and try again.' });
  const routing = await read(given, id, before.hours);
  await currentTransaction()
    .updateTable('number_templates')
    .set({ ...toColumns(given.name, routing, caller), version: before.version + 1, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  recordChange({ kind: 'template-updated', id, actorId: caller.userId });
  return getTemplate(id);
}

/** Removes templates, all or none. Refuses when one of them is not there. */
export async function removeTemplates(caller: AuthUser, wanted: readonly number[]): Promise<void> {
  const ids = [...new Set(wanted)];
  const gone = await currentTransaction().deleteFrom('number_templates').where('company_id', '=', companyId()).where('id', 'in', ids).returning('id').execute();
  if (gone.length !== ids.length) throw new AppError('not_found');
  for (const { id } of gone) recordChange({ kind: 'template-updated', id, actorId: caller.userId });
}
