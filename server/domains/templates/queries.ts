/** Reading number templates. Runs in the open transaction of one company. */
import type { Routing } from '#contract/routing/entities.ts';
import type { NumberTemplate } from '#contract/templates/entities.ts';
import { toRouteMap } from '#contract/templates/rules.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';

const templateRows = () => currentTransaction().selectFrom('number_templates').selectAll().where('company_id', '=', companyId());
type Row = Awaited<ReturnType<ReturnType<typeof templateRows>['execute']>>[number];

const toTemplate = (row: Row): NumberTemplate => ({
  id: row.id,
  name: row.name,
  routes: toRouteMap(row.routes),
  hours: row.hours,
  greetingId: row.greeting_id,
  voicemailGreetingId: row.voicemail_greeting_id,
  recordCalls: row.record_calls,
  announceRecording: row.announce_recording,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** All templates of the open company, by name. */
export async function listTemplates() {
  const rows = await templateRows().orderBy('name').orderBy('id').execute();
  return { data: rows.map(toTemplate), meta: { total: rows.length } };
}

/** One template. Refuses one that is missing or another company's. */
export async function getTemplate(id: number): Promise<NumberTemplate> {
  const row = await templateRows().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toTemplate(row);
}

/** Routing a template gives a number: all of a routing but its number. */
export type TemplateRouting = Omit<Routing, 'numberId'>;

/** The routing a template holds, in the version that was looked at. Refuses another one. */
export async function getTemplateRouting(id: number, version: number): Promise<TemplateRouting> {
  const row = await templateRows().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  if (row.version !== version)
    throw new AppError('conflict', { field: 'version', message: 'This template was changed by another user. Reload and try again.' });
  return {
    routes: row.routes,
    hours: row.hours,
    greetingId: row.greeting_id,
    voicemailGreetingId: row.voicemail_greeting_id,
    recordCalls: row.record_calls,
    announceRecording: row.announce_recording,
    version: row.version,
  };
}
