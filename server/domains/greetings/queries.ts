/** Reading greetings, and where they are heard. */
import type { Greeting } from '#contract/greetings/entities.ts';
import { isOwnOrShared } from '../../access/sharing.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';

function greetingRows() {
  return currentTransaction()
    .selectFrom('greetings')
    .leftJoin('files', 'files.id', 'greetings.file_id')
    .where(isOwnOrShared('greetings'))
    .select([
      'greetings.id',
      'greetings.name',
      'greetings.content',
      'greetings.voice',
      'greetings.business_unit_id',
      'greetings.created_at',
      'greetings.updated_at',
    ])
    .select(['files.id as file_id', 'files.name as file_name', 'files.content_type', 'files.bytes']);
}
type Row = Awaited<ReturnType<ReturnType<typeof greetingRows>['execute']>>[number];
type Use = Greeting['uses'][number];

/** Lists the uses of greetings, by greeting: as the number's own, or before the tone of the number or of one of its routes. */
async function loadUses(): Promise<Map<number, Use[]>> {
  const rows = await currentTransaction()
    .selectFrom('number_routings')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'number_routings.number_id')
    .where('number_routings.company_id', '=', companyId())
    .select(['number_routings.number_id', 'number_routings.greeting_id', 'number_routings.voicemail_greeting_id', 'number_routings.routes'])
    .select(['phone_numbers.label', 'phone_numbers.number'])
    .orderBy('phone_numbers.label')
    .execute();
  const uses = new Map<number, Use[]>();
  for (const { number_id: numberId, label, number, greeting_id, voicemail_greeting_id, routes } of rows) {
    const before = new Set([voicemail_greeting_id, ...routes.map((route) => route.voicemailGreetingId)].filter((id) => id !== null));
    const heard: [number, Use['as']][] = [
      ...(greeting_id === null ? [] : [[greeting_id, 'greeting'] as [number, Use['as']]]),
      ...[...before].map((id): [number, Use['as']] => [id, 'voicemail']),
    ];
    for (const [id, as] of heard) uses.set(id, [...(uses.get(id) ?? []), { numberId, label, number, as }]);
  }
  return uses;
}

function toGreeting({ sealer }: Services, row: Row, uses: ReadonlyMap<number, Use[]>): Greeting {
  const media = row.file_id === null ? null : { id: row.file_id, name: row.file_name ?? '', contentType: row.content_type ?? '', bytes: row.bytes ?? 0 };
  return {
    id: row.id,
    name: row.name,
    content: row.content,
    voice: row.voice,
    businessUnitId: row.business_unit_id,
    media: media && { ...media, url: formatFileUrl(sealer, { companyId: companyId(), fileId: media.id }) },
    uses: uses.get(row.id) ?? [],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** All greetings of the open company, by name. */
export async function listGreetings(services: Services) {
  const [rows, uses] = [await greetingRows().orderBy('greetings.name').orderBy('greetings.id').execute(), await loadUses()];
  return { data: rows.map((row) => toGreeting(services, row, uses)), meta: { total: rows.length } };
}

/** One greeting. Refuses one that is missing or another company's. */
export async function getGreeting(services: Services, id: number): Promise<Greeting> {
  const row = await greetingRows().where('greetings.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toGreeting(services, row, await loadUses());
}
