/** Asking for an export: the row that says what the file holds, and the job that makes it (`domains/exports`). Below the domains: searches and reports are exported from their own calls. */
import type { Export, ExportKind } from '#contract/exports/entities.ts';
import { currentTransaction } from '../db/tenancy.ts';
import { assertInPerson } from '../http/authorize.ts';
import { AppError } from '../http/errors.ts';
import type { AuthUser, Membership } from '../http/handlers.ts';
import { job } from '../jobs/job.ts';
import type { Services } from '../services.ts';

/** Writes the file of an export. */
export const exportRun = job<{ readonly companyId: number; readonly exportId: number }>('export.run', { workers: 1, batch: 1, retries: 10, lookSeconds: 5 });

/** The caller of an export. */
export interface ExportCaller {
  readonly membership: Membership;
  readonly authUser: AuthUser;
  readonly services: Services;
}

/** Contents of an export: `query` is a search of calls in words, `selection` any other filter. */
interface NewExport {
  readonly key: string;
  readonly columns: readonly string[];
  readonly tz: string;
  readonly format: Export['format'];
  readonly query?: string;
  readonly selection?: string;
}

/** The spec shows the server's result text as a notice (MSG-023); these are its words. */
const resultTexts = {
  calls: 'Exporting calls. We’ll notify you when the file is ready.',
  messages: 'Exporting messages. We’ll notify you when the file is ready.',
  faxes: 'Exporting faxes. We’ll notify you when the file is ready.',
  voicemails: 'Exporting voicemails. We’ll notify you when the file is ready.',
  contacts: 'Exporting contacts. We’ll notify you when the file is ready.',
  report: 'Exporting the report. We’ll notify you when the file is ready.',
} as const satisfies Record<ExportKind, string>;

/** Refuses who may not export, for calls whose own permission is another. */
export function checkMayExport({ membership, authUser }: Pick<ExportCaller, 'membership' | 'authUser'>): void {
  assertInPerson(authUser);
  if (!membership.may('exports.read')) throw new AppError('forbidden', { message: 'You don’t have permission to export calls and contacts' });
}

/** Writes an export down and has it made. The same key twice is one export. */
export async function requestExport(kind: ExportKind, { membership, authUser, services }: ExportCaller, { columns, key, ...asked }: NewExport) {
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
  const { id } =
    row ??
    (await currentTransaction()
      .selectFrom('exports')
      .select('id')
      .where('company_id', '=', membership.companyId)
      .where('created_by', '=', authUser.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow());
  return { message: resultTexts[kind], id };
}
