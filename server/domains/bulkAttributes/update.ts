/** Applying a file and undoing it: one transaction, recorded as a finished batch for each company. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { AttributeRow, AttributeUpdate } from '#contract/bulkAttributes/entities.ts';
import { bulkAttributeMessages } from '#contract/bulkAttributes/texts.ts';
import type { ErrorItem } from '#contract/core/errorBody.ts';
import type { EavEntityType } from '#contract/customFields/enums.ts';
import { type NewRecord, readRecord, readRecordRows, recordBatch } from '../../batches/recorded.ts';
import { currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { type AttributePlan, createPlan } from './plan.ts';
import type { AttributeScope } from './scope.ts';
import { type ValueChange, writeValues } from './values.ts';

/** Type of the batches. */
const batchType = 'attributes.bulk';

/** Refused rows and cells that are named in an answer. */
const maxNamed = 20;

/** Changed records that are announced one by one. */
const maxAnnounced = 50;

const announced: Readonly<Partial<Record<EavEntityType, 'number-updated' | 'company-updated' | 'call-updated'>>> = {
  Number: 'number-updated',
  Company: 'company-updated',
  Call: 'call-updated',
};

/** Names each row and column that is refused. */
function createRefusal(rows: readonly AttributeRow[]): AppError {
  const faults = rows.flatMap(({ line, problem, cells }) => [
    ...(problem === null ? [] : [`Row ${line}: ${problem}`]),
    ...cells.flatMap((cell) => (cell.problem === null ? [] : [`Row ${line}, ${cell.column || `column ${cell.place + 1}`}: ${cell.problem}`])),
  ]);
  const items = faults.slice(0, maxNamed).map((detail): ErrorItem => ({ code: 'invalid', title: 'File', detail, field: 'file' }));
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new AppError('invalid', { message: `${faults[0] ?? ''}${more}`, items });
}

/** Lets one update or undo of a company run at a time. */
async function lockCompanies({ companyIds, organizationId }: AttributeScope): Promise<void> {
  for (const id of [...companyIds].sort((one, other) => one - other))
    await sql`select pg_advisory_xact_lock(hashtextextended('attributes.bulk', ${id}))`.execute(currentTransaction());
  if (organizationId !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended('attributes.bulk organization', ${organizationId}))`.execute(currentTransaction());
}

function publishUpdates(records: AttributePlan['changedRecords'], scope: AttributeScope): void {
  for (const company of scope.companyIds) {
    const mine = records.filter(({ companyId }) => companyId === company || companyId === null);
    for (const [type, ofType] of Map.groupBy(mine, ({ entityType }) => announced[entityType])) {
      const by = { actorId: scope.userId };
      if (type === undefined) recordChange({ kind: 'field-updated', ...by }, company);
      else if (type !== 'call-updated' && ofType.length > maxAnnounced) recordChange({ kind: type, ...by }, company);
      else for (const { id } of ofType) recordChange({ kind: type, id, ...by }, company);
    }
  }
}

const Params = z.object({ digest: z.string(), cells: z.number() });
/** A change as its batch keeps it, and the record it is of. */
const KeptChange = z.object({
  entityType: z.enum(['Number', 'Company', 'TrackingPool', 'Organization', 'User', 'Call']),
  attributeId: z.number(),
  companyId: z.number(),
  entityId: z.number(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
type KeptChange = z.output<typeof KeptChange>;

/** Ids of the batches of an update, by company: one company’s is the key, an organization’s have the company behind it. */
const toBatchIds = (key: string, { companyIds }: AttributeScope, isOrganization: boolean): ReadonlyMap<number, string> =>
  new Map(companyIds.map((id) => [id, isOrganization ? `${key}.${id}` : key]));

interface UpdateInput {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly plan: string | undefined;
  readonly isOrganization: boolean;
}

const toReply = (key: string, cells: number): AttributeUpdate => ({ key, cells, message: bulkAttributeMessages.applied });

/** Applies a file. Refuses it as a whole for one row that is refused, and where its changes are not those of `plan`. The same key and file again is once. */
export async function applyUpdate(scope: AttributeScope, { key, bytes, plan: wanted, isOrganization }: UpdateInput): Promise<AttributeUpdate> {
  await lockCompanies(scope);
  const digest = createHash('sha256').update(bytes).digest('base64url');
  const ids = toBatchIds(key, scope, isOrganization);
  const already = await readRecord([...ids.values()]);
  const [first] = already;
  if (first) {
    const params = z.safeParse(Params, first.params);
    if (first.type !== batchType || first.undo_of !== null || first.created_by !== scope.userId || !params.success || params.data.digest !== digest)
      throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
    return toReply(key, params.data.cells);
  }
  const { check, changes, changedRecords } = await createPlan(scope, bytes, true);
  if (check.counts.invalid > 0) throw createRefusal(check.rows.filter(({ verdict }) => verdict === 'invalid'));
  if (wanted !== undefined && wanted !== check.plan) throw new AppError('conflict', { message: 'Values changed since the check. Check the file again.' });
  const written = await writeValues(changes);
  if (written.length < changes.length) throw new AppError('conflict', { message: 'Values were changed by another user just now. Check the file again.' });
  const types = new Map(check.rows.flatMap(({ entityType, cells }) => cells.map(({ attributeId }) => [attributeId, entityType] as const)));
  const byCompany = Map.groupBy(changes, ({ companyId }) => companyId);
  const params = { digest, cells: changes.length };
  const homeId = Math.min(...scope.companyIds);
  for (const [companyId, id] of ids) {
    const mine = byCompany.get(companyId) ?? [];
    // One batch is there even for a file that changes nothing: its key is taken.
    if (mine.length === 0 && companyId !== homeId) continue;
    const batch: NewRecord = { id, companyId, type: batchType, createdBy: scope.userId, params, undoOf: null };
    await recordBatch(
      batch,
      mine.map((change) => ({ ...change, entityType: types.get(change.attributeId) })),
    );
  }
  publishUpdates(changedRecords, scope);
  return toReply(key, changes.length);
}

/** Undoes an update: fields that still have what it wrote get what they had. Undoing twice is once. Refuses one that is not there. */
export async function undoUpdate(scope: AttributeScope, key: string, isOrganization: boolean): Promise<AttributeUpdate> {
  await lockCompanies(scope);
  const ids = [...toBatchIds(key, scope, isOrganization).values()];
  const batches = (await readRecord(ids)).filter(({ type, undo_of: undoOf }) => type === batchType && undoOf === null);
  const isLimited = ({ company_id: id, created_by: createdBy }: (typeof batches)[number]) => scope.limits.has(id) && createdBy !== scope.userId;
  if (batches.length === 0 || batches.some(isLimited)) throw new AppError('not_found');
  let cells = 0;
  for (const { id, company_id: companyId, undo } of batches) {
    if (undo !== null) {
      cells += undo.done;
      continue;
    }
    const kept = (await readRecordRows(id)).flatMap((row) => {
      const read = z.safeParse(KeptChange, row);
      return read.success ? [read.data] : [];
    });
    const undone = await writeBack(kept);
    await recordBatch({ id: crypto.randomUUID(), companyId, type: batchType, createdBy: scope.userId, params: {}, undoOf: id }, undone);
    publishUpdates(
      [
        ...new Map(
          undone.map((change) => [`${change.entityType} ${change.entityId}`, { entityType: change.entityType, id: change.entityId, companyId }]),
        ).values(),
      ],
      { ...scope, companyIds: [companyId] },
    );
    cells += undone.length;
  }
  return { key, cells, message: 'Bulk update undone' };
}

const toKey = ({ attributeId, companyId, entityId }: Omit<ValueChange, 'before' | 'after'>) => `${attributeId} ${companyId} ${entityId}`;

async function writeBack(kept: readonly KeptChange[]): Promise<KeptChange[]> {
  const written = new Set((await writeValues(kept.map((change) => ({ ...change, before: change.after, after: change.before })))).map(toKey));
  return kept.filter((change) => written.has(toKey(change)));
}
