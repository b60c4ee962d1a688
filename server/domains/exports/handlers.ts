/** Exports over HTTP (spec 2.7). */

import type { RouteBody } from '#contract/core/route.ts';
import type { Export, ExportKind } from '#contract/exports/entities.ts';
import { contactExportColumns } from '#contract/exports/enums.ts';
import type { routes } from '#contract/index.ts';
import { parseCallQuery } from '#contract/text/callQuery.ts';
import { assertCount } from '../../batches/selection.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { chooseContacts } from '../contacts/selection.ts';
import { exportRun } from './jobs.ts';
import { loadCompanyNames } from './worker.ts';

interface Asking {
  readonly membership: Membership;
  readonly authUser: AuthUser;
  readonly services: Services;
}
type Asked = RouteBody<typeof routes.exports.calls> | RouteBody<typeof routes.exports.voicemails>;

/** The spec shows the server's result text as a notice; these are its words. */
const told = {
  calls: 'Exporting calls. We’ll notify you when the file is ready.',
  voicemails: 'Exporting voicemails. We’ll notify you when the file is ready.',
  contacts: 'Exporting contacts. We’ll notify you when the file is ready.',
} as const satisfies Record<ExportKind, string>;

async function beginOfCalls(kind: 'calls' | 'voicemails', asking: Asking, { columns, tz, format, query = '', key = crypto.randomUUID() }: Asked) {
  const read = parseCallQuery(query, await loadCompanyNames());
  if (!read.ok) throw new AppError('invalid', { field: 'query', message: read.faults[0]?.message ?? 'Invalid search' });
  return begin(kind, asking, { key, columns, tz, format, query });
}

/** An export of contacts, those that are chosen now: a filter is asked again when the file is made. */
async function beginOfContacts(asking: Asking, body: RouteBody<typeof routes.exports.contacts>) {
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
  return begin('contacts', asking, { key, columns, tz: zone, format, selection });
}

const loadZone = async () =>
  (await currentTransaction().selectFrom('companies').select('timezone').where('id', '=', companyId()).executeTakeFirstOrThrow()).timezone;

interface NewExport {
  readonly key: string;
  readonly columns: readonly string[];
  readonly tz: string;
  readonly format: 'csv' | 'xlsx';
  readonly query?: string;
  readonly selection?: string;
}

async function begin(kind: ExportKind, { membership, authUser, services }: Asking, { columns, key, ...asked }: NewExport) {
  const row = await currentTransaction()
    .insertInto('exports')
    .values({
      company_id: membership.companyId,
      key,
      kind,
      columns: [...new Set(columns)],
      ...asked,
      number_ids: membership.numberIds === null ? null : [...membership.numberIds],
      created_by: authUser.userId,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'created_by', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await services.jobs.enqueue(exportRun, { companyId: membership.companyId, exportId: row.id }, { key: `export ${row.id}` });
  const { id } = row ?? (await own(membership, authUser).where('key', '=', key).select('id').executeTakeFirstOrThrow());
  return { message: told[kind], id };
}

const own = (membership: Membership, authUser: AuthUser) =>
  currentTransaction().selectFrom('exports').where('exports.company_id', '=', membership.companyId).where('created_by', '=', authUser.userId);

/** Older ones are not listed. */
const listed = 50;

async function listExports({ membership, authUser, services }: Asking): Promise<{ data: Export[]; meta: { total: number } }> {
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
  contacts: ({ body, ...asking }) => beginOfContacts(asking, body),
  list: (asking) => listExports(asking),
};
