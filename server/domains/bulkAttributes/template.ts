/** The template: records with what their custom fields have, so that sending it back unchanged changes nothing. */
import { recordColumns } from '#contract/bulkAttributes/enums.ts';
import { type EavEntityType, eavEntityTypes } from '#contract/customFields/enums.ts';
import { csvStart, formatCsvLine } from '../exports/serializers.ts';
import { formatValue } from './cells.ts';
import { createColumns, findAttribute, listAttributes } from './columns.ts';
import { listRecords } from './records.ts';
import type { AttributeScope } from './scope.ts';
import { listValues } from './values.ts';

/** Key of the value of a record in a field. The record of an organization has one whichever company wrote it. */
export const toValueKey = (attributeId: number, entityId: number, companyId: number | null): string => `${attributeId} ${entityId} ${companyId ?? ''}`;

/** Makes the CSV. `type`: records of one kind; of all kinds that have custom fields otherwise. */
export async function createTemplate(scope: AttributeScope, type?: EavEntityType): Promise<string> {
  const attributes = (await listAttributes(scope)).filter(({ entityType }) => type === undefined || entityType === type);
  const columns = [...createColumns(attributes).values()];
  const organizationIds = new Set(attributes.filter(({ entityType }) => entityType === 'Organization').map(({ id }) => id));
  const stored = new Map(
    (
      await listValues(
        attributes.map(({ id }) => id),
        null,
        false,
      )
    ).map(({ attributeId, entityId, companyId, value }) => [toValueKey(attributeId, entityId, organizationIds.has(attributeId) ? null : companyId), value]),
  );
  const lines: string[] = [];
  for (const entityType of eavEntityTypes.filter((each) => attributes.some((attribute) => attribute.entityType === each))) {
    for (const { id, companyId, name } of await listRecords(scope, entityType)) {
      const values = columns.map((column) => {
        const attribute = findAttribute(column, entityType, companyId);
        return attribute === undefined ? '' : formatValue(stored.get(toValueKey(attribute.id, id, companyId)) ?? attribute.defaultValue);
      });
      lines.push(formatCsvLine([entityType, companyId, id, name, ...values]));
    }
  }
  return [csvStart, formatCsvLine([...recordColumns, ...columns.map(({ header }) => header)]), ...lines].join('');
}
