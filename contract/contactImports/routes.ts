/** Imports of contacts (spec 1.5, 1.7): the specification's call saves at once; a draft of ours is checked first, shown, mended, and then confirmed. */
import * as z from 'zod/mini';
import { contactFields } from '../contacts/fields.ts';
import { batchReply } from '../core/entities.ts';
import { route } from '../core/route.ts';
import { Count, createListSchema, createPageSizeSchema, createSearchSchema, Flag, Id, Key, OwnKey, Page, PageMeta, PhoneInput } from '../core/schema.ts';
import { ContactImport, ImportRow } from './entities.ts';
import { importFields, importRowFilters, maxImportRows, maxPartRows } from './enums.ts';

const base = { access: 'contacts.import', company: 'path.companyId' } as const;
const params = { companyId: Id, key: Key };
const Line = z.int().check(z.gte(1), z.lte(2 * maxImportRows));
const Group = z.union([Id, z.object({ id: Id, name: z.optional(z.string().check(z.maxLength(100))) })]);

/** Bytes of a body with contacts: 10,000 of them with their notes. */
const maxImportBytes = 8_388_608;
/** Most characters of a cell that travel: what is longer than its field is refused with its row, and none is as long. */
const maxCell = 6_000;

export const routes = {
  save: route('PUT /companies/{companyId}/contacts', {
    ...base,
    params: { companyId: Id },
    body: z.object({
      key: OwnKey,
      contacts: z
        .array(z.object({ ...contactFields, number: PhoneInput, group: z.optional(Group) }))
        .check(z.minLength(1, 'Send at least one contact'), z.maxLength(10_000, 'Up to 10,000 contacts')),
    }),
    maxBytes: maxImportBytes,
    ...batchReply,
    spec: 'CALL-027',
    summary:
      'Saves contacts as a batch: new numbers are created, known ones get what the row says, deleted ones come back; nothing is emptied. The first row of a number counts, others are skipped. Idempotent by key',
  }),
  create: route('POST /companies/{companyId}/contacts/imports', {
    ...base,
    params: { companyId: Id },
    body: z.object({ key: Key, fileName: z._default(z.string().check(z.maxLength(255)), ''), group: z.optional(Id) }),
    reply: ContactImport,
    spec: 'ours',
    summary: 'Starts an import; the caller’s own drafts before it are dropped. Idempotent by key',
  }),
  get: route('GET /companies/{companyId}/contacts/imports/{key}', {
    ...base,
    params,
    reply: ContactImport,
    spec: 'ours',
    summary: 'An import with its counts',
  }),
  stage: route('PUT /companies/{companyId}/contacts/imports/{key}/parts/{part}', {
    ...base,
    params: { ...params, part: z.coerce.number().check(z.multipleOf(1, 'A part is a whole number'), z.gte(0), z.lte(maxImportRows)) },
    body: z.object({
      columns: z.array(z.enum(importFields)).check(z.minLength(1, 'Send at least one column'), z.maxLength(importFields.length)),
      lines: z.array(Line).check(z.minLength(1, 'Send at least one row'), z.maxLength(maxPartRows, `Up to ${maxPartRows} rows a part`)),
      rows: z.array(z.array(z.string().check(z.maxLength(maxCell))).check(z.maxLength(importFields.length))).check(z.maxLength(maxPartRows)),
    }),
    perMinute: 3_000,
    maxBytes: maxImportBytes,
    spec: 'ours',
    summary:
      'Stages rows of a draft: `rows` has the values of `columns`, `lines` their lines in the file. Sent again, a part or a line replaces what it brought before',
  }),
  check: route('POST /companies/{companyId}/contacts/imports/{key}/check', {
    ...base,
    params,
    body: z.object({ parts: z.optional(Count), group: z.optional(Id) }),
    reply: ContactImport,
    spec: 'ours',
    summary:
      'Says of each row what saving it will do. `parts`: how many there are; later ones of an earlier reading are dropped, none without it. `group`: the group all join, none without it',
  }),
  rows: route('GET /companies/{companyId}/contacts/imports/{key}/rows', {
    ...base,
    params,
    query: {
      page: Page,
      per_page: createPageSizeSchema(50, 200),
      show: z.optional(z.enum(importRowFilters)),
      q: z.optional(createSearchSchema(100)),
    },
    reply: createListSchema(ImportRow, PageMeta),
    spec: 'ours',
    summary: 'Rows of an import by page, in the order of the file',
  }),
  fix: route('PATCH /companies/{companyId}/contacts/imports/{key}/rows/{line}', {
    ...base,
    params: { ...params, line: Id },
    body: z.object({ field: z.enum(importFields), value: z._default(z.string().check(z.maxLength(maxCell)), '') }),
    reply: ImportRow,
    spec: 'ours',
    summary: 'Changes one value of a draft’s row, or empties it, and checks it again, with the rows of the same number',
  }),
  leaveOut: route('POST /companies/{companyId}/contacts/imports/{key}/leaveOut', {
    ...base,
    params,
    body: z.object({
      lines: z.array(Line).check(z.minLength(1, 'Send at least one line'), z.maxLength(10_000, 'Up to 10,000 lines')),
      isLeftOut: Flag,
    }),
    reply: ContactImport,
    spec: 'ours',
    summary: 'Leaves rows of a draft out, or takes them in again',
  }),
  confirm: route('POST /companies/{companyId}/contacts/imports/{key}/confirm', {
    ...base,
    params,
    body: z.object({ count: Count }),
    ...batchReply,
    spec: 'ours',
    summary:
      'Saves the rows of a draft as a batch; a count other than the one shown: 409. A row whose contact changed after the check is held back. Confirming twice is once',
  }),
  undo: route('POST /companies/{companyId}/contacts/imports/{key}/undo', {
    ...base,
    params,
    ...batchReply,
    spec: 'ours',
    summary: 'Undoes an import: created contacts are deleted unless they were changed since, changed ones get their former values, except values changed since',
  }),
  discard: route('DELETE /companies/{companyId}/contacts/imports/{key}', {
    ...base,
    params,
    spec: 'ours',
    summary: 'Drops a draft; one that was confirmed stays',
  }),
};
