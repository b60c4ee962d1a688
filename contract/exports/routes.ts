/** Exports of calls, messages, faxes, voicemails and contacts (spec 1.7, 2.7): columns are chosen, a job makes the file, a notice tells when it is there. */
import * as z from 'zod/mini';
import { BulkContacts } from '../contacts/bulk.ts';
import { route } from '../core/route.ts';
import { createListSchema, Id, Key, TimeZone } from '../core/schema.ts';
import { AsyncFlag, Export } from './entities.ts';
import { callExportColumns, contactExportColumns, exportFormats, faxExportColumns, messageExportColumns, voicemailExportColumns } from './enums.ts';

const getColumnNames = <const C extends Readonly<Record<string, string>>>(columns: C) => Object.keys(columns) as (keyof C & string)[];

const createColumnsSchema = <const C extends Readonly<Record<string, string>>>(columns: C) =>
  z.array(z.enum(getColumnNames(columns) as [keyof C & string, ...(keyof C & string)[]])).check(z.minLength(1, 'Choose at least one column'), z.maxLength(30));

const itemFields = {
  async: AsyncFlag,
  tz: TimeZone,
  format: z._default(z.enum(exportFormats), 'xlsx'),
  /** The client's own key: the same twice is one export. */
  key: z.optional(Key),
} as const;

const exportFields = {
  ...itemFields,
  /** The search of calls as a line of words; blank: all. */
  query: z.optional(z.string().check(z.maxLength(400))),
} as const;

const reply = z.object({ message: z.string(), id: z.number() });

export const routes = {
  calls: route('POST /calls/export', {
    access: 'exports.read',
    inPerson: true,
    company: 'header',
    body: z.object({ ...exportFields, columns: createColumnsSchema(callExportColumns) }),
    reply,
    spec: 'CALL-150',
    summary:
      'Has a file made of the calls a search finds, with the columns chosen; the reply’s text is shown as a notice. `query` is the app’s search of calls as a line: missed last 7 days longer:60 tag:ads "extended warranty"',
    perMinute: 30,
  }),
  voicemails: route('POST /voicemails/export', {
    access: 'exports.read',
    inPerson: true,
    company: 'header',
    body: z.object({ ...exportFields, columns: createColumnsSchema(voicemailExportColumns) }),
    reply,
    spec: 'CALL-153',
    summary: 'Has a file made of the voicemails of the calls a search finds; the reply’s text is shown as a notice',
    perMinute: 30,
  }),
  messages: route('POST /messages/export', {
    access: 'exports.read',
    inPerson: true,
    company: 'header',
    body: z.object({ ...itemFields, columns: createColumnsSchema(messageExportColumns) }),
    reply,
    spec: 'CALL-151',
    summary: 'Has a file made of the messages of the numbers the person works, with the columns chosen; the reply’s text is shown as a notice',
    perMinute: 30,
  }),
  faxes: route('POST /fax/export', {
    access: 'exports.read',
    inPerson: true,
    company: 'header',
    body: z.object({ ...itemFields, columns: createColumnsSchema(faxExportColumns) }),
    reply,
    spec: 'CALL-152',
    summary: 'Has a file made of the faxes of the numbers the person works, with the columns chosen; the reply’s text is shown as a notice',
    perMinute: 30,
  }),
  contacts: route('POST /companies/{companyId}/contacts/bulkExport', {
    access: 'exports.read',
    inPerson: true,
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({
      ...BulkContacts.shape,
      tz: z.optional(TimeZone),
      format: exportFields.format,
      columns: z.optional(createColumnsSchema(contactExportColumns)),
    }),
    reply,
    spec: 'CALL-029',
    summary: 'Has a file made of contacts: a list, or all with filters (RULE-084), all columns unless some are chosen; the reply’s text is shown as a notice',
    perMinute: 30,
  }),
  list: route('GET /exports', {
    access: 'exports.read',
    inPerson: true,
    company: 'header',
    reply: createListSchema(Export, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'The person’s own exports, newest first, with signed, expiring links to their files',
  }),
};
