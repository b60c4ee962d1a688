/** Contacts (spec 1.3, 1.7). */

import * as z from 'zod/mini';
import { batchReply } from '../core/entities.ts';
import { route } from '../core/route.ts';
import { createClearSchema, createListSchema, createPageSizeSchema, Id, Key, OwnKey, Page, PageMeta, PhoneInput } from '../core/schema.ts';
import { BulkContacts } from './bulk.ts';
import { Contact, ContactFilter, ContactMerge } from './entities.ts';
import { contactSorts, mergeFields } from './enums.ts';
import { contactFields } from './fields.ts';

/** Most groups, and most labels, of a contact. */
const maxMemberships = 200;
const ownName = z.optional(z.string().check(z.maxLength(100)));
const fields = {
  ...contactFields,
  // All groups and labels the contact shall have, by id or as a contact shows them; an empty list takes it out of all.
  groups: z.optional(z.array(z.union([Id, z.object({ id: Id, name: ownName })])).check(z.maxLength(maxMemberships))),
  labels: z.optional(z.array(z.union([Id, z.object({ id: Id, label: ownName })])).check(z.maxLength(maxMemberships))),
};

const merge = { id: Id, otherId: Id, take: z._default(z.array(z.enum(mergeFields)).check(z.maxLength(mergeFields.length)), []) };

export const routes = {
  list: route('GET /contacts', {
    access: 'contacts.read',
    company: 'query.company_id',
    query: {
      company_id: z.optional(Id),
      page: Page,
      per_page: createPageSizeSchema(50, 200),
      sort: z._default(z.enum(contactSorts), 'name'),
      dir: z._default(z.enum(['asc', 'desc']), 'asc'),
      ...ContactFilter.shape,
    },
    reply: createListSchema(Contact, PageMeta),
    spec: 'CALL-022',
    summary: 'Contacts by page',
  }),
  get: route('GET /contacts/{id}', {
    access: 'contacts.read',
    company: 'header',
    params: { id: Id },
    reply: Contact,
    spec: 'CALL-023',
    summary: 'One contact',
  }),
  update: route('PATCH /contacts/{id}', {
    access: 'contacts.write',
    company: 'header',
    params: { id: Id },
    body: z.object({
      ...fields,
      number: z.optional(PhoneInput),
      clear: createClearSchema(['companyName', 'email', 'address1', 'address2', 'city', 'state', 'zip', 'notes', 'country', 'title']),
    }),
    reply: Contact,
    spec: 'CALL-024',
    summary: 'Changes a contact; an opt-out is never cleared by it',
  }),
  create: route('POST /contacts', {
    access: 'contacts.write',
    company: 'header',
    body: z.object({ ...fields, number: PhoneInput }),
    reply: Contact,
    spec: 'CALL-025',
    summary: 'Creates a contact; the number is normalised, retried with +1- (spec 1.5), unique in the company',
  }),
  delete: route('DELETE /contacts/{id}', {
    access: 'contacts.delete',
    company: 'header',
    params: { id: Id },
    spec: 'CALL-026',
    summary: 'Deletes a contact; it can be restored',
  }),
  restore: route('POST /contacts/{id}/restore', {
    access: 'contacts.delete',
    company: 'header',
    params: { id: Id },
    reply: Contact,
    spec: 'ours',
    summary: 'Brings a deleted contact back',
  }),
  bulkDestroy: route('POST /companies/{companyId}/contacts/bulkDestroy', {
    access: 'contacts.delete',
    company: 'path.companyId',
    params: { companyId: Id },
    body: BulkContacts,
    ...batchReply,
    spec: 'CALL-028',
    summary:
      'Deletes many contacts as a batch: a list, or all with filters beside it or under `filter`; a count other than the one shown: 409, and without any filter it must be there. Idempotent by key',
  }),
  undoBulkDestroy: route('POST /companies/{companyId}/contacts/bulkDestroy/{key}/undo', {
    access: 'contacts.delete',
    company: 'path.companyId',
    params: { companyId: Id, key: Key },
    ...batchReply,
    spec: 'ours',
    summary: 'Brings back exactly the contacts a bulk deletion took',
  }),
  previewMerge: route('POST /companies/{companyId}/contacts/merge/preview', {
    access: 'contacts.delete',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object(merge),
    reply: ContactMerge,
    spec: 'ours',
    summary: 'Says what merging the contact `other_id` into the contact `id` does; changes nothing',
  }),
  merge: route('POST /companies/{companyId}/contacts/merge', {
    access: 'contacts.delete',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({ key: OwnKey, ...merge, plan: z.optional(z.string().check(z.maxLength(100))) }),
    reply: Contact,
    spec: 'ours',
    summary:
      'Merges the contact `other_id` into the contact `id`: empty fields are filled, groups, labels, notes and conversations move, the other is deleted. `take`: fields whose value is the other’s. `plan`: only while it does what the preview said. An opt-out of either stays. Idempotent by key',
  }),
  undoMerge: route('POST /companies/{companyId}/contacts/merge/{key}/undo', {
    access: 'contacts.delete',
    company: 'path.companyId',
    params: { companyId: Id, key: Key },
    reply: Contact,
    spec: 'ours',
    summary: 'Undoes a merge, except what was changed since and opt-outs; answers with the contact that was kept',
  }),
  progress: route('GET /companies/{companyId}/contacts/progress/{batchId}', {
    access: 'contacts.read',
    company: 'path.companyId',
    params: { companyId: Id, batchId: Key },
    ...batchReply,
    spec: 'CALL-030',
    summary: 'Progress of a batch over contacts; `batch` is null when there is none',
  }),
};
