/** Bulk attribute updates (spec 2.7, 2.8; RULE-222, AMB-111): a template that comes filled with what is there, and the edited file, for a company or for an organization. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { Id, Key, OwnKey } from '../core/schema.ts';
import { eavEntityTypes } from '../customFields/enums.ts';
import { AttributeCheck, AttributeUpdate } from './entities.ts';

const ofCompany = { access: 'attributes.bulk', company: 'path.companyId', params: { companyId: Id } } as const;
/** Handlers refuse people who administer none of its companies. */
const ofOrganization = { access: 'organization.read', params: { id: Id } } as const;
const template = { query: { type: z.optional(z.enum(eavEntityTypes)) }, raw: true } as const;
const upload = { multipart: true, files: ['file'], textFiles: true } as const;
const apply = {
  ...upload,
  body: z.object({
    key: OwnKey,
    plan: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: AttributeUpdate,
} as const;
const check = { ...upload, body: z.object({}), reply: AttributeCheck, perMinute: 120 } as const;

export const routes = {
  template: route('GET /bulkAttributeUpdate/companies/{companyId}', {
    ...ofCompany,
    ...template,
    spec: 'CALL-168',
    summary: 'CSV of the company’s records with a column per custom field, filled with their values. `type`: records of one kind alone',
  }),
  apply: route('POST /bulkAttributeUpdate/companies/{companyId}', {
    ...ofCompany,
    ...apply,
    spec: 'CALL-169',
    summary:
      'Applies an edited template as one batch, or refuses it as a whole with rows and columns named. A blank cell leaves its field, `(empty)` empties it. `plan`: only while the changes are those of the check. Idempotent by key',
  }),
  check: route('POST /bulkAttributeUpdate/companies/{companyId}/check', {
    ...ofCompany,
    ...check,
    spec: 'ours',
    summary: 'Says of an edited template what applying it changes, cell by cell; changes nothing',
  }),
  undo: route('POST /bulkAttributeUpdate/companies/{companyId}/{key}/undo', {
    ...ofCompany,
    params: { companyId: Id, key: Key },
    reply: AttributeUpdate,
    spec: 'ours',
    summary: 'Undoes an update: fields get their former values, except those changed since',
  }),
  organizationTemplate: route('GET /bulkAttributeUpdate/businessUnits/{id}', {
    ...ofOrganization,
    ...template,
    spec: 'CALL-166',
    summary: 'The same of an organization: the records of all its companies that the caller administers',
  }),
  applyOrganization: route('POST /bulkAttributeUpdate/businessUnits/{id}', {
    ...ofOrganization,
    ...apply,
    spec: 'CALL-167',
    summary: 'The same of an organization. A row of a company that the caller doesn’t administer refuses the whole file',
  }),
  checkOrganization: route('POST /bulkAttributeUpdate/businessUnits/{id}/check', {
    ...ofOrganization,
    ...check,
    spec: 'ours',
    summary: 'Says of an edited template of an organization what applying it changes; changes nothing',
  }),
  undoOrganization: route('POST /bulkAttributeUpdate/businessUnits/{id}/{key}/undo', {
    ...ofOrganization,
    params: { id: Id, key: Key },
    reply: AttributeUpdate,
    spec: 'ours',
    summary: 'Undoes an update of an organization, in the companies that the caller administers',
  }),
};
