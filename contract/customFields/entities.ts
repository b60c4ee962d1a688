/** Custom fields and their values (spec 1.3). */
import * as z from 'zod/mini';
import { id } from '../core/schema.ts';
import { eavEntityTypes } from './enums.ts';

/** A value of a custom field (spec: eavAttributeValues). */
export const AttributeValue = z.object({ attributeId: id, name: z.string(), value: z.nullable(z.string()) });

/** A choice of a field. */
const Choice = z.object({ id: z.number(), value: z.string(), sortOrder: z.number(), description: z.nullable(z.string()) });

/** A custom field: of a company, or (`businessUnitId`) of an organization, whose companies all have it. Without choices any text is a value. */
export const CustomField = z.object({
  id: z.number(),
  entityType: z.enum(eavEntityTypes),
  name: z.string(),
  defaultValue: z.nullable(z.string()),
  choices: z.array(Choice),
  companyId: z.nullable(z.number()),
  businessUnitId: z.nullable(z.number()),
});
export type CustomField = z.output<typeof CustomField>;
