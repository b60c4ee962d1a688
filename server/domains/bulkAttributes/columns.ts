/** Columns of a file: one for each name of a custom field, whichever kinds of records have it. */
import { sql } from 'kysely';
import { toRecordColumn } from '#contract/bulkAttributes/header.ts';
import type { EavEntityType } from '#contract/customFields/enums.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import type { AttributeScope } from './scope.ts';

/** A custom field. */
export interface Attribute {
  readonly id: number;
  readonly entityType: EavEntityType;
  /** Null: of the organization, for all of its companies. */
  readonly companyId: number | null;
  readonly name: string;
  readonly defaultValue: string | null;
  readonly choices: readonly string[];
}

/** A column and the fields it fills: at most one for a record. */
export interface AttributeColumn {
  readonly header: string;
  readonly attributes: readonly Attribute[];
}

/** The fields of the companies and of their organizations; those of an organization’s own record only where it is among the records. */
export async function listAttributes(scope: AttributeScope): Promise<Attribute[]> {
  const { rows } = await sql<Attribute>`
    select id, entity_type as "entityType", company_id as "companyId", name, default_value as "defaultValue",
      array(select choice ->> 'value' from jsonb_array_elements(choices) as choice) as choices
    from eav_attributes
    where (company_id = any (${scope.companyIds}::bigint[]) or organization_id in (select organization_id from companies where id = any (${scope.companyIds}::bigint[])))
      and (entity_type <> 'Organization' or ${scope.organizationId}::bigint is not null)
    order by entity_type, lower(name), id`.execute(currentTransaction());
  return rows;
}

/** True where a record may have both fields. */
const isOfSameRecords = (one: Attribute, other: Attribute): boolean =>
  one.entityType === other.entityType &&
  (one.entityType === 'Organization' || one.companyId === null || other.companyId === null || one.companyId === other.companyId);

const toKey = (header: string) => header.trim().toLowerCase();

/** The columns by the key of their header. Fields of one name share a column, unless a record has both: then the later one’s has its id behind it. */
export function createColumns(attributes: readonly Attribute[]): ReadonlyMap<string, AttributeColumn> {
  const columns = new Map<string, AttributeColumn>();
  for (const attribute of attributes) {
    let header = attribute.name.trim();
    const isTaken = () => toRecordColumn(header) !== null || columns.get(toKey(header))?.attributes.some((other) => isOfSameRecords(attribute, other)) === true;
    while (isTaken()) header = `${header} #${attribute.id}`;
    const shared = columns.get(toKey(header));
    columns.set(toKey(header), { header: shared?.header ?? header, attributes: [...(shared?.attributes ?? []), attribute] });
  }
  return columns;
}

/** The column a header names. */
export const findColumn = (columns: ReadonlyMap<string, AttributeColumn>, header: string): AttributeColumn | undefined => columns.get(toKey(header));

/** The field a column fills in a record. */
export const findAttribute = ({ attributes }: AttributeColumn, entityType: EavEntityType, companyId: number | null): Attribute | undefined =>
  attributes.find(
    (attribute) => attribute.entityType === entityType && (entityType === 'Organization' || attribute.companyId === null || attribute.companyId === companyId),
  );
