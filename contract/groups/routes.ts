/** Groups of contacts, and who is in them (spec 1.3, 1.7). */
import * as z from 'zod/mini';
import { MatchingContacts } from '../contacts/bulk.ts';
import { ContactFilter } from '../contacts/entities.ts';
import { batchReply } from '../core/entities.ts';
import { route } from '../core/route.ts';
import { createNameSchema, createPageSizeSchema, createSearchSchema, Id, Key, Page } from '../core/schema.ts';
import { ContactGroup } from './entities.ts';
import { groupSorts } from './enums.ts';

const one = { company: 'header', params: { id: Id } } as const;

const all = { company: 'path.companyId', params: { companyId: Id, groupId: Id } } as const;

const Name = createNameSchema(100);

const Members = z.object({ contacts: z.array(Id).check(z.minLength(1, 'Send at least one contact'), z.maxLength(10_000, 'Up to 10,000 contacts')) });

/** A group, and which contacts a call added to it or removed. */
const Changed = z.object({ ...ContactGroup.shape, changed: z.array(z.number()) });

/** Groups a company may have. */
export const maxGroups = 500;

export const routes = {
  list: route('GET /groups', {
    access: 'contacts.read',
    company: 'query.companyId',
    query: {
      companyId: z.optional(Id),
      page: Page,
      per_page: createPageSizeSchema(50, 500),
      sort: z._default(z.enum(groupSorts), 'name'),
      dir: z._default(z.enum(['asc', 'desc']), 'asc'),
      q: z.optional(createSearchSchema(100)),
    },
    reply: z.object({
      data: z.array(ContactGroup),
      meta: z.object({ currentPage: z.number(), totalPages: z.number(), total: z.number(), perPage: z.number() }),
    }),
    spec: 'CALL-031',
    summary: 'Groups by page, with their counts (RULE-087)',
  }),
  get: route('GET /groups/{id}', { access: 'contacts.read', ...one, reply: ContactGroup, spec: 'CALL-032', summary: 'One group' }),
  create: route('POST /groups', {
    access: 'groups.write',
    company: 'header',
    body: z.object({ name: Name, filter: z.optional(ContactFilter) }),
    reply: ContactGroup,
    spec: 'CALL-035',
    summary: `Creates a group; its name is unique in the company, whatever its case. With a filter it is virtual. Up to ${maxGroups}`,
  }),
  update: route('PATCH /groups/{id}', {
    access: 'groups.write',
    ...one,
    body: z.object({ name: z.optional(Name), filter: z.optional(ContactFilter) }),
    reply: ContactGroup,
    spec: 'CALL-033',
    summary: 'Renames a group; changes the filter of a virtual one',
  }),
  delete: route('DELETE /groups/{id}', {
    access: 'groups.write',
    ...one,
    spec: 'CALL-034',
    summary: 'Deletes a group; its contacts stay, and it can be restored with them',
  }),
  restore: route('POST /groups/{id}/restore', {
    access: 'groups.write',
    ...one,
    reply: ContactGroup,
    spec: 'ours',
    summary: 'Brings a deleted group back; 409 where its name is another’s now',
  }),
  addContacts: route('POST /groups/{id}/contacts', {
    access: 'groups.write',
    ...one,
    body: Members,
    reply: Changed,
    spec: 'CALL-037',
    summary: 'Adds contacts to a group, at once; `changed` are those that were not in it (RULE-089)',
  }),
  removeContacts: route('DELETE /groups/{id}/contacts', {
    access: 'groups.write',
    ...one,
    body: Members,
    reply: Changed,
    spec: 'CALL-038',
    summary: 'Removes contacts from a group, at once; `changed` are those that were in it (RULE-089)',
  }),
  addAll: route('POST /groups/{companyId}/{groupId}/all-contacts', {
    access: 'groups.write',
    ...all,
    body: MatchingContacts,
    ...batchReply,
    spec: 'CALL-036',
    summary: 'Adds all contacts of the company to a group as a batch, or all that match (RULE-090, AMB-109). Idempotent by key',
  }),
  removeAll: route('POST /groups/{companyId}/{groupId}/all-contacts/remove', {
    access: 'groups.write',
    ...all,
    body: MatchingContacts,
    ...batchReply,
    spec: 'ours',
    summary: 'Removes all contacts that match from a group as a batch; without a filter the count must be there. Idempotent by key',
  }),
  undoBulk: route('POST /groups/{companyId}/batches/{key}/undo', {
    access: 'groups.write',
    company: 'path.companyId',
    params: { companyId: Id, key: Key },
    ...batchReply,
    spec: 'ours',
    summary: 'Takes a batch back: exactly the contacts it changed',
  }),
};
