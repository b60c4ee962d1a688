/** Exports over HTTP (spec 2.7). */

import type { RouteBody } from '#contract/core/route.ts';
import type { Export } from '#contract/exports/entities.ts';
import { contactExportColumns } from '#contract/exports/enums.ts';
import type { routes } from '#contract/index.ts';
import { parseCallQuery } from '#contract/text/callQuery.ts';
import { assertCount } from '../../batches/selection.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers, Membership } from '../../http/handlers.ts';
import { type ExportCaller, requestExport } from '../../lists/exports.ts';
import { chooseContacts } from '../contacts/selection.ts';
import { loadCompanyNames } from './worker.ts';

type Asked = RouteBody<typeof routes.exports.calls> | RouteBody<typeof routes.exports.voicemails>;
type AskedItems = RouteBody<typeof routes.exports.messages> | RouteBody<typeof routes.exports.faxes>;

async function beginOfCalls(kind: 'calls' | 'voicemails', asking: ExportCaller, { columns, tz, format, query = '', key = crypto.randomUUID() }: Asked) {
  const read = parseCallQuery(query, await loadCompanyNames());
  if (!read.ok) throw new AppError('invalid', { field: 'query', message: read.faults[0]?.message ?? 'Invalid search' });
  return requestExport(kind, asking, { key, columns, tz, format, query });
}

/** An export of messages or faxes: all of the numbers the person works. */
const beginOfItems = (kind: 'messages' | 'faxes', asking: ExportCaller, { columns, tz, format, key = crypto.randomUUID() }: AskedItems) =>
  requestExport(kind, asking, { key, columns, tz, format });

/** An export of contacts, those that are chosen now: a filter is asked again when the file is made. */
async function beginOfContacts(asking: ExportCaller, body: RouteBody<typeof routes.exports.contacts>) {
  const { tz, format, columns = Object.keys(contactExportColumns), ...choice } = body;
  const chosen = await chooseContacts(choice);
  const { total } = await currentTransaction()
    .selectFrom(chosen.rows.as('chosen'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  await assertCount(chosen, total);
  const { key, all: _, contacts, count: __, filter, ...flat } = choice;
  const selection = JSON.stringify(contacts === undefined ? { filter: { ...filter, ...flat } } : { ids: contacts });
  const zone = tz ?? (await loadZone());
  return requestExport('contacts', asking, { key, columns, tz: zone, format, selection });
}

const loadZone = async () =>
  (await currentTransaction().selectFrom('companies').select('timezone').where('id', '=', companyId()).executeTakeFirstOrThrow()).timezone;

const own = (membership: Membership, authUser: AuthUser) =>
  currentTransaction().selectFrom('exports').where('exports.company_id', '=', membership.companyId).where('created_by', '=', authUser.userId);

/** Older ones are not listed. */
const listed = 50;

async function listExports({ membership, authUser, services }: ExportCaller): Promise<{ data: Export[]; meta: { total: number } }> {
  const rows = await own(membership, authUser)
    .leftJoin('files', 'files.id', 'exports.file_id')
    .select(['exports.id', 'exports.kind', 'exports.format', 'exports.query', 'exports.rows', 'exports.is_cut', 'exports.created_at', 'exports.finished_at'])
    .select(['files.id as file_id', 'files.name', 'files.content_type', 'files.bytes'])
    .orderBy('exports.id', 'desc')
    .limit(listed)
    .execute();
  const data = rows.map(
    (row): Export => ({
      id: row.id,
      kind: row.kind,
      format: row.format,
      query: row.query,
      rows: row.rows,
      isCut: row.is_cut,
      createdAt: row.created_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
      media:
        row.file_id === null
          ? null
          : {
              id: row.file_id,
              name: row.name ?? '',
              contentType: row.content_type ?? '',
              bytes: row.bytes ?? 0,
              url: formatFileUrl(services.sealer, { companyId: membership.companyId, fileId: row.file_id }),
            },
    }),
  );
  return { data, meta: { total: data.length } };
}

export const handlers: Handlers<typeof routes.exports> = {
  calls: ({ body, ...asking }) => beginOfCalls('calls', asking, body),
  voicemails: ({ body, ...asking }) => beginOfCalls('voicemails', asking, body),
  messages: ({ body, ...asking }) => beginOfItems('messages', asking, body),
  faxes: ({ body, ...asking }) => beginOfItems('faxes', asking, body),
  contacts: ({ body, ...asking }) => beginOfContacts(asking, body),
  list: (asking) => listExports(asking),
};
