/** Custom fields (spec 1.3, 1.7; the wire says eav attributes): what they are, and their values on rows of six kinds. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createClearSchema, createListSchema, createNameSchema, createOptionalTextSchema, Id } from '../core/schema.ts';
import { CustomField } from './entities.ts';
import { eavEntityTypes } from './enums.ts';

const type = z.enum(eavEntityTypes);

const fields = {
  defaultValue: createOptionalTextSchema(500),
  choices: z.optional(
    z
      .array(
        z.object({
          id: z.optional(Id),
          value: createNameSchema(100),
          sortOrder: z.optional(z.int().check(z.gte(0), z.lte(1_000))),
          description: z.optional(createNameSchema(200)),
        }),
      )
      .check(z.maxLength(100, 'At most 100 choices')),
  ),
};

export const routes = {
  types: route('GET /eavEntityTypes', {
    access: 'session',
    reply: createListSchema(z.object({ type }), z.object({ total: z.number() })),
    spec: 'CALL-066',
    summary: 'Records that can have custom fields',
  }),
  list: route('GET /eavAttributes', {
    access: 'numbers.read',
    company: 'header',
    query: { companyId: z.optional(Id), businessUnitId: z.optional(Id) },
    reply: createListSchema(CustomField, z.object({ total: z.number() })),
    spec: 'CALL-067',
    summary: 'Custom fields of the company, or of its organization: exactly one of the two is named',
  }),
  create: route('POST /eavEntityTypes/{type}/eavAttributes', {
    access: 'customFields.write',
    company: 'header',
    params: { type },
    body: z.object({ name: createNameSchema(60), ...fields, businessUnitId: z.optional(Id) }),
    reply: CustomField,
    spec: 'CALL-068',
    summary: 'Creates a custom field, for the company unless an organization is named',
  }),
  update: route('PUT /eavEntityTypes/{type}/eavAttributes/{id}', {
    access: 'customFields.write',
    company: 'header',
    params: { type, id: Id },
    body: z.object({ name: z.optional(createNameSchema(60)), ...fields, clear: createClearSchema(['defaultValue', 'choices']) }),
    reply: CustomField,
    spec: 'CALL-069',
    summary: 'Changes a custom field; values that are no longer among its choices stay until they are changed',
  }),
  delete: route('DELETE /eavAttributes/{id}', {
    access: 'customFields.write',
    company: 'header',
    params: { id: Id },
    spec: 'CALL-070',
    summary: 'Deletes a custom field with all its values',
  }),
  values: route('GET /companies/{companyId}/eavValues/{type}/{id}', {
    access: 'numbers.read',
    company: 'path.companyId',
    params: { companyId: Id, type, id: Id },
    reply: createListSchema(z.object({ attributeId: z.number(), name: z.string(), value: z.nullable(z.string()) }), z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'Values of a row: its own, else the default of the field',
  }),
  setValues: route('PUT /companies/{companyId}/eavValues/{type}', {
    access: 'customFields.set',
    company: 'path.companyId',
    params: { companyId: Id, type },
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(1_000)), attributeId: Id, value: createOptionalTextSchema(500) }),
    reply: z.object({ before: z.array(z.object({ id: z.number(), value: z.nullable(z.string()) })) }),
    spec: 'ours',
    summary: 'Sets a field of rows of a kind, or empties it; answers what they were',
  }),
};
