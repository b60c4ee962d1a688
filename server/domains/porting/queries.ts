/** Reading port-in requests. */
import type { Selectable } from 'kysely';
import type { PortRequest } from '#contract/porting/entities.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import type { PortRequestsTable } from './tables.ts';

type Row = Selectable<PortRequestsTable>;
type Part = 'numbers' | 'documents' | 'statuses';

const byPort = <T extends { readonly port_id: number }>(rows: readonly T[]) => Map.groupBy(rows, (row) => row.port_id);

/** Loads the parts of these requests, by request. */
async function loadParts({ sealer }: Services, ids: readonly number[], withSteps: boolean): Promise<(id: number) => Pick<PortRequest, Part>> {
  const company = companyId();
  const numbers = await currentTransaction()
    .selectFrom('port_numbers')
    .selectAll()
    .where('company_id', '=', company)
    .where('port_id', 'in', ids)
    .orderBy('position')
    .execute();
  const documents = await currentTransaction()
    .selectFrom('port_documents')
    .innerJoin('files', 'files.id', 'port_documents.file_id')
    .where('port_documents.company_id', '=', company)
    .where('port_id', 'in', ids)
    .select(['port_id', 'kind', 'files.id', 'files.name', 'files.content_type', 'files.bytes'])
    .orderBy('kind', 'desc')
    .execute();
  const steps = withSteps
    ? await currentTransaction().selectFrom('port_steps').selectAll().where('company_id', '=', company).where('port_id', 'in', ids).orderBy('id').execute()
    : [];
  const [numbersOf, documentsOf, stepsOf] = [byPort(numbers), byPort(documents), byPort(steps)];
  return (id) => ({
    numbers: (numbersOf.get(id) ?? []).map((each) => ({
      number: each.number,
      status: each.status,
      portDate: each.port_date?.toISOString() ?? null,
      reason: each.reason,
      numberId: each.number_id,
    })),
    documents: (documentsOf.get(id) ?? []).map(({ kind, id: fileId, name, content_type: contentType, bytes }) => ({
      kind,
      media: { id: fileId, name, contentType, bytes, url: formatFileUrl(sealer, { companyId: company, fileId }) },
    })),
    ...(withSteps ? { statuses: (stepsOf.get(id) ?? []).map(({ at, status, number, detail }) => ({ at: at.toISOString(), status, number, detail })) } : {}),
  });
}

const toPort = (row: Row, parts: Pick<PortRequest, Part>): PortRequest => ({
  id: row.id,
  key: row.key,
  status: row.status,
  losingCarrier: row.losing_carrier,
  customerName: row.customer_name,
  accountEnding: row.account_ending || null,
  hasPin: row.pin !== null,
  authorizedName: row.authorized_name,
  authorizedEmail: row.authorized_email,
  street: row.street,
  city: row.city,
  state: row.state,
  zip: row.zip,
  targetDate: row.target_date,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  ...parts,
});

/** Requests of the open company, newest first. */
export async function listPorts(services: Services, size: number, withSteps: boolean) {
  const rows = await currentTransaction()
    .selectFrom('port_requests')
    .selectAll()
    .where('company_id', '=', companyId())
    .orderBy('id', 'desc')
    .limit(size)
    .execute();
  const { total } = await currentTransaction()
    .selectFrom('port_requests')
    .where('company_id', '=', companyId())
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (rows.length === 0) return { data: [], meta: { total: Number(total) } };
  const parts = await loadParts(
    services,
    rows.map(({ id }) => id),
    withSteps,
  );
  return { data: rows.map((row) => toPort(row, parts(row.id))), meta: { total: Number(total) } };
}

/** One request with what happened to it. Refuses one that is missing or another company's. */
export async function getPortRequest(services: Services, id: number): Promise<PortRequest> {
  const row = await currentTransaction().selectFrom('port_requests').selectAll().where('company_id', '=', companyId()).where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toPort(row, (await loadParts(services, [id], true))(id));
}

/** The id of the request of a key; null when there is none. */
export async function findPortByKey(key: string): Promise<number | null> {
  const row = await currentTransaction()
    .selectFrom('port_requests')
    .select('id')
    .where('company_id', '=', companyId())
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.id ?? null;
}
