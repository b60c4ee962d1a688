/** Labels of contacts: made, renamed and deleted, added to many contacts and removed from them (spec 2.3, 2.7). */
import * as z from 'zod/mini';
import { BulkContacts } from '../contacts/bulk.ts';
import { batchReply } from '../core/entities.ts';
import { route } from '../core/route.ts';
import { createListSchema, createNameSchema, Id, Key } from '../core/schema.ts';
import { ContactLabel } from './entities.ts';

const company = { company: 'path.companyId', params: { companyId: Id } } as const;

const one = { company: 'path.companyId', params: { companyId: Id, labelId: Id } } as const;

const Body = z.object({ label: createNameSchema(60) });

/** Labels a company may have. */
export const maxLabels = 500;

export const routes = {
  list: route('GET /companies/{companyId}/contactLabels', {
    access: 'contacts.read',
    ...company,
    reply: createListSchema(ContactLabel, z.object({ total: z.number() })),
    spec: 'CALL-135',
    summary: 'Labels of contacts by name',
  }),
  create: route('POST /companies/{companyId}/contactLabels', {
    access: 'labels.write',
    ...company,
    body: Body,
    reply: ContactLabel,
    spec: 'CALL-136',
    summary: `Creates a label; its name is unique in the company, whatever its case. Up to ${maxLabels}`,
  }),
  update: route('PUT /companies/{companyId}/contactLabels/{labelId}', {
    access: 'labels.write',
    ...one,
    body: Body,
    reply: ContactLabel,
    spec: 'ours',
    summary: 'Renames a label',
  }),
  delete: route('DELETE /companies/{companyId}/contactLabels/{labelId}', {
    access: 'labels.write',
    ...one,
    spec: 'CALL-137',
    summary: 'Deletes a label; it can be restored, with the contacts that had it',
  }),
  restore: route('POST /companies/{companyId}/contactLabels/{labelId}/restore', {
    access: 'labels.write',
    ...one,
    reply: ContactLabel,
    spec: 'ours',
    summary: 'Brings a deleted label back; 409 where its name is another’s now',
  }),
  bulkAddLabel: route('POST /companies/{companyId}/contactLabels/{labelId}/bulkAddLabel', {
    access: 'labels.write',
    ...one,
    body: BulkContacts,
    ...batchReply,
    spec: 'CALL-138',
    summary: 'Adds the label to many contacts as a batch: a list, or all with filters (RULE-086). Idempotent by key',
  }),
  bulkRemoveLabel: route('POST /companies/{companyId}/contactLabels/{labelId}/bulkRemoveLabel', {
    access: 'labels.write',
    ...one,
    body: BulkContacts,
    ...batchReply,
    spec: 'CALL-139',
    summary: 'Removes the label from many contacts as a batch: a list, or all with filters (RULE-086). Idempotent by key',
  }),
  undoBulk: route('POST /companies/{companyId}/contactLabels/batches/{key}/undo', {
    access: 'labels.write',
    company: 'path.companyId',
    params: { companyId: Id, key: Key },
    ...batchReply,
    spec: 'ours',
    summary: 'Takes a batch back: exactly the contacts it changed',
  }),
};
