/** Changes a file makes: every row and every cell is read before anything is written. */
import { createHash } from 'node:crypto';
import type { AttributeCell, AttributeCheck, AttributeRow } from '#contract/bulkAttributes/entities.ts';
import { maxAttributeRows, type recordColumns } from '#contract/bulkAttributes/enums.ts';
import { findHeader, hasText, toRecordColumn } from '#contract/bulkAttributes/header.ts';
import { type EavEntityType, eavEntityTypes } from '#contract/customFields/enums.ts';
import { decodeText, parseCsv } from '#contract/text/csv.ts';
import { normalisePhone, recoverNumber } from '#contract/text/e164.ts';
import { AppError } from '../../http/errors.ts';
import { unescapeFormula } from '../exports/serializers.ts';
import { normalizeValue, parseCell } from './cells.ts';
import { type Attribute, type AttributeColumn, createColumns, findAttribute, findColumn, listAttributes } from './columns.ts';
import { type AttributeRecord, findNumbers, findRecords } from './records.ts';
import type { AttributeScope } from './scope.ts';
import { toValueKey } from './template.ts';
import { listValues, type StoredValue, type ValueChange } from './values.ts';

/** Characters of a value. */
const maxValue = 500;

/** Effects of a file, and the writes for them. */
export interface AttributePlan {
  readonly check: AttributeCheck;
  readonly changes: readonly ValueChange[];
  /** Kinds and ids of the records that change, with their company. */
  readonly changedRecords: readonly { readonly entityType: EavEntityType; readonly id: number; readonly companyId: number | null }[];
}

const fileError = (message: string) => new AppError('invalid', { field: 'file', message });

/** A row as the file has it, with the record it names. */
interface NamedRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly typed: string;
  readonly entityType: EavEntityType | null;
  readonly companyId: number | null;
  readonly entityId: number | null;
  readonly name: string;
  readonly phone: string | null;
  readonly problem: string | null;
}

interface Table {
  readonly headerLine: number;
  readonly headers: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** Reads the file’s table. Refuses one that can’t be read, without the columns of the template, without rows, or with too many. */
function parseTable(bytes: Uint8Array): Table {
  let all: string[][];
  try {
    all = parseCsv(decodeText(bytes));
  } catch (error) {
    throw fileError(error instanceof Error ? error.message : 'The file can’t be read');
  }
  const header = findHeader(all);
  if (header < 0) throw fileError('The file has no columns entity_type and id. Download the template and edit it.');
  const rows = all.flatMap((cells, at) => (at > header && hasText(cells) ? [{ line: at + 1, cells }] : []));
  if (rows.length === 0) throw fileError('The file has no rows below its header row');
  if (rows.length > maxAttributeRows) throw fileError(`The file has more than ${maxAttributeRows.toLocaleString('en-US')} rows. Split it and send the parts.`);
  return { headerLine: header + 1, headers: (all[header] ?? []).map((name) => unescapeFormula(name).trim()), rows };
}

const parseId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** Reads which record a row is of. */
function parseRow({ companyIds }: AttributeScope, places: ReadonlyMap<(typeof recordColumns)[number], number>) {
  const inScope = new Set(companyIds);
  return ({ line, cells }: Table['rows'][number]): NamedRow => {
    const read = (column: (typeof recordColumns)[number]) => {
      const place = places.get(column);
      return place === undefined ? '' : unescapeFormula(cells[place] ?? '').trim();
    };
    const [typed, company, id, name] = [read('entity_type'), read('company_id'), read('id'), read('name')];
    const entityType = eavEntityTypes.find((type) => type.toLowerCase() === typed.replaceAll(/[\s_-]/g, '').toLowerCase()) ?? null;
    const [companyId, entityId] = [parseId(company), parseId(id)];
    const phone = entityType === 'Number' ? normalisePhone(recoverNumber(name)) : null;
    const problem =
      entityType === null
        ? `entity_type must be one of: ${eavEntityTypes.join(', ')}`
        : company !== '' && (companyId === null || !inScope.has(companyId))
          ? `Company ${company} not found, or you don’t have access`
          : id !== '' && entityId === null
            ? `id must be a number, not “${id.slice(0, 40)}”`
            : id === '' && phone === null
              ? 'id is required'
              : null;
    return { line, cells, typed, entityType, companyId, entityId, name, phone, problem };
  };
}

/** Finds the records rows name: by id, numbers without one by their phone. */
async function createRecordLookup(scope: AttributeScope, rows: readonly NamedRow[]) {
  const byType = new Map<EavEntityType, ReadonlyMap<number, readonly AttributeRecord[]>>();
  const valid = rows.filter(({ problem }) => problem === null);
  for (const [type, named] of Map.groupBy(valid, ({ entityType }) => entityType)) {
    if (type === null) continue;
    const ids = [...new Set(named.flatMap(({ entityId }) => entityId ?? []))];
    byType.set(
      type,
      Map.groupBy(await findRecords(scope, type, ids), ({ id }) => id),
    );
  }
  const phones = [...new Set(valid.flatMap(({ entityId, phone }) => (entityId === null && phone !== null ? [phone] : [])))];
  const byPhone = Map.groupBy(await findNumbers(scope, phones), ({ name }) => name);
  /** The record of a row, or the reason why it has none. */
  return ({ entityType, entityId, companyId, phone }: NamedRow): AttributeRecord | string => {
    const found = (entityId === null ? byPhone.get(phone ?? '') : entityType === null ? undefined : byType.get(entityType)?.get(entityId)) ?? [];
    const fitting = found.filter((record) => companyId === null || record.companyId === null || record.companyId === companyId);
    const [record] = fitting;
    if (record === undefined) return `${entityType ?? 'Record'} ${entityId ?? phone ?? ''} not found, or you don’t have access`;
    if (fitting.length > 1) return 'Several companies have this record. company_id is required.';
    if (entityType === 'Number' && phone !== null && phone !== record.name) return `Number ${record.id} is ${record.name}, not ${phone}`;
    return record;
  };
}

/** A column of the file that is a custom field. */
interface FieldColumn {
  readonly place: number;
  readonly header: string;
  readonly column: AttributeColumn;
}

interface CellContext {
  readonly record: AttributeRecord;
  readonly entityType: EavEntityType;
  readonly stored: ReadonlyMap<string, StoredValue>;
  /** The company under which a value of a record without one is kept. */
  readonly homeId: number;
}

const isSameText = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && normalizeValue(one) === normalizeValue(other));

/** Reads one cell: nothing where it changes nothing. */
function readCell({ place, header, column }: FieldColumn, cell: string, context: CellContext): { cell: AttributeCell; change: ValueChange | null } | null {
  const { record, entityType, stored, homeId } = context;
  const asked = parseCell(cell);
  if (asked.kind === 'leave') return null;
  const base = { place, column: header, isUnknownChoice: false };
  const refuse = (attribute: Attribute | null, from: string | null, problem: string, isUnknownChoice = false) => ({
    cell: { ...base, attributeId: attribute?.id ?? null, from, to: asked.kind === 'set' ? asked.value : null, problem, isUnknownChoice },
    change: null,
  });
  const attribute = findAttribute(column, entityType, record.companyId);
  if (attribute === undefined) return refuse(null, null, `${entityType} records have no custom field “${header}”`);
  const kept = stored.get(toValueKey(attribute.id, record.id, record.companyId));
  const from = kept?.value ?? attribute.defaultValue;
  const to = asked.kind === 'empty' ? attribute.defaultValue : asked.value;
  if (isSameText(from, to)) return null;
  let after = asked.kind === 'empty' ? null : asked.value;
  if (after !== null) {
    if (after.length > maxValue) return refuse(attribute, from, `${header} is longer than ${maxValue} characters`);
    const wanted = after;
    const choice = attribute.choices.find((each) => each === wanted) ?? attribute.choices.find((each) => each.toLowerCase() === wanted.toLowerCase());
    if (attribute.choices.length > 0 && choice === undefined) return refuse(attribute, from, `${header} must be one of: ${attribute.choices.join(', ')}`, true);
    after = choice ?? after;
    if (isSameText(from, after)) return null;
  }
  return {
    cell: { ...base, attributeId: attribute.id, from, to: after ?? attribute.defaultValue, problem: null },
    change: { attributeId: attribute.id, companyId: kept?.companyId ?? record.companyId ?? homeId, entityId: record.id, before: kept?.value ?? null, after },
  };
}

/** Checks the columns of a file. */
function checkHeaders(
  { headers, rows }: Table,
  columns: ReadonlyMap<string, AttributeColumn>,
): { readonly fields: FieldColumn[]; readonly wrong: AttributeCell[] } {
  const fields: FieldColumn[] = [];
  const wrong: AttributeCell[] = [];
  const seen = new Set<string>();
  for (const [place, header] of headers.entries()) {
    const refuse = (problem: string) => wrong.push({ place, column: header, attributeId: null, from: null, to: header, problem, isUnknownChoice: false });
    const key = header.toLowerCase();
    if (header === '') {
      if (rows.some(({ cells }) => (cells[place] ?? '').trim() !== '')) refuse(`Column ${place + 1} has values but no name`);
      continue;
    }
    if (seen.has(toRecordColumn(header) ?? key)) {
      refuse(`Column “${header}” appears twice`);
      continue;
    }
    seen.add(toRecordColumn(header) ?? key);
    if (toRecordColumn(header) !== null) continue;
    const column = findColumn(columns, header);
    if (column === undefined) refuse(`No custom field is named “${header}”`);
    else fields.push({ place, header, column });
  }
  const extra = rows.find(({ cells }) => cells.slice(headers.length).some((cell) => cell.trim() !== ''));
  if (extra)
    wrong.push({
      place: headers.length,
      column: '',
      attributeId: null,
      from: null,
      to: '',
      problem: `Row ${extra.line} has more cells than there are columns`,
      isUnknownChoice: false,
    });
  return { fields, wrong };
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Plans a file. With `locks` the values it reads stay as they are until the transaction ends. */
export async function createPlan(scope: AttributeScope, bytes: Uint8Array, locks: boolean): Promise<AttributePlan> {
  const table = parseTable(bytes);
  const { headerLine, headers } = table;
  const attributes = await listAttributes(scope);
  const { fields, wrong } = checkHeaders(table, createColumns(attributes));
  const places = new Map(
    headers
      .flatMap((header, place) => {
        const column = toRecordColumn(header);
        return column === null ? [] : [[column, place] as const];
      })
      .reverse(),
  );
  const named = table.rows.map(parseRow(scope, places));
  const findRecord = await createRecordLookup(scope, named);
  const targets = named.map((row) => ({ row, record: row.problem ?? findRecord(row) }));
  const organizationIds = new Set(attributes.filter(({ entityType }) => entityType === 'Organization').map(({ id }) => id));
  const entityIds = [...new Set(targets.flatMap(({ record }) => (typeof record === 'string' ? [] : [record.id])))];
  const attributeIds = [...new Set(fields.flatMap(({ column }) => column.attributes.map(({ id }) => id)))];
  const stored = new Map(
    (await listValues(attributeIds, entityIds, locks)).map((value) => [
      toValueKey(value.attributeId, value.entityId, organizationIds.has(value.attributeId) ? null : value.companyId),
      value,
    ]),
  );
  const homeId = Math.min(...scope.companyIds);
  const changes: ValueChange[] = [];
  const changedRecords: { entityType: EavEntityType; id: number; companyId: number | null }[] = [];
  const lines = new Map<string, number>();
  const rows: AttributeRow[] =
    wrong.length === 0
      ? []
      : [
          {
            id: headerLine,
            line: headerLine,
            isHeader: true,
            entityType: '',
            companyId: null,
            entityId: null,
            name: 'Columns',
            verdict: 'invalid',
            problem: null,
            cells: wrong,
          },
        ];
  for (const { row, record } of targets) {
    const { line, entityType, name, typed } = row;
    const refused = (problem: string) =>
      rows.push({
        id: line,
        line,
        isHeader: false,
        entityType: entityType ?? typed,
        companyId: row.companyId,
        entityId: row.entityId,
        name,
        verdict: 'invalid',
        problem,
        cells: [],
      });
    if (typeof record === 'string' || entityType === null) {
      refused(typeof record === 'string' ? record : '');
      continue;
    }
    const key = `${entityType} ${record.id} ${record.companyId ?? ''}`;
    const earlier = lines.get(key);
    if (earlier !== undefined) {
      refused(`Row ${earlier} has the same record`);
      continue;
    }
    lines.set(key, line);
    const read = fields.flatMap((field) => readCell(field, row.cells[field.place] ?? '', { record, entityType, stored, homeId }) ?? []);
    const isInvalid = read.some(({ cell }) => cell.problem !== null);
    for (const { change } of read) if (change !== null) changes.push(change);
    if (read.some(({ change }) => change !== null)) changedRecords.push({ entityType, id: record.id, companyId: record.companyId });
    rows.push({
      id: line,
      line,
      isHeader: false,
      entityType,
      companyId: record.companyId,
      entityId: record.id,
      name: record.name,
      verdict: isInvalid ? 'invalid' : read.length > 0 ? 'change' : 'unchanged',
      problem: null,
      cells: read.map(({ cell }) => cell),
    });
  }
  const count = (verdict: AttributeRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  return {
    changes,
    changedRecords,
    check: {
      headers: [...headers],
      rows,
      counts: {
        change: count('change'),
        unchanged: count('unchanged'),
        invalid: count('invalid'),
        cells: rows.reduce((sum, { verdict, cells }) => sum + (verdict === 'change' ? cells.length : 0), 0),
        unknownChoices: rows.reduce((sum, { cells }) => sum + cells.filter(({ isUnknownChoice }) => isUnknownChoice).length, 0),
      },
      plan: digest(changes),
    },
  };
}
