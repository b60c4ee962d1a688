/** Dynamic numbers (spec 2.7): pools, the script, visitor sessions, reports. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { Count, createClearSchema, createListSchema, createNameSchema, createTextSchema, Flag, Id, PhoneInput } from '../core/schema.ts';
import { CallSource, DniActivity, DniPool, DniReport, DniScript, DniSource, PoolSizes, TimelineEvent } from './entities.ts';
import { dniSourceIds, scriptCheckResults } from './enums.ts';
import { dniLimits as limits } from './limits.ts';
import { parseOrigin } from './origins.ts';

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;
const ofPool = { company: 'path.companyId', params: { companyId: Id, poolId: Id } } as const;
/** Paths without a company name it in the query (AMB-46). */
const byQuery = { company: 'query.company_id' } as const;
const company = { company_id: z.optional(Id) };

const total = z.object({ total: z.number() });

const minutes = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.optional(z.int().check(z.gte(min, `At least ${min} minutes`), z.lte(max, `Up to ${max} minutes`)));

const Origin = z.pipe(
  z.string().check(
    z.maxLength(300),
    z.refine((typed) => parseOrigin(typed) !== null, 'Use a domain like example.com, or an origin like https://shop.example.com'),
  ),
  z.transform((typed: string) => parseOrigin(typed) ?? typed),
);

const fields = {
  isActive: z.optional(Flag),
  sourceValue: z.optional(createTextSchema(253)),
  templateId: z.optional(Id),
  sessionMinutes: minutes(limits.sessionMinutes),
  holdMinutes: minutes(limits.holdMinutes),
  fallbackNumberId: z.optional(Id),
  eavAttributeValues: z.optional(z.array(z.object({ attributeId: Id, value: z.nullable(z.string().check(z.maxLength(500))) })).check(z.maxLength(100))),
};
const name = createNameSchema(limits.name);
const origins = z.array(Origin).check(z.minLength(1, 'Enter at least one website'), z.maxLength(limits.origins, `Up to ${limits.origins} websites`));
const targetNumbers = z
  .array(PhoneInput)
  .check(z.minLength(1, 'Enter the number that is on the website'), z.maxLength(limits.targets, `Up to ${limits.targets} numbers`));
const numberIds = z.array(Id).check(z.maxLength(limits.numbers, `Up to ${limits.numbers} numbers`));

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Use a date like 2026-03-05'));

export const routes = {
  pools: route('GET /companies/{companyId}/dniPools', {
    access: 'dni.read',
    ...ofCompany,
    reply: createListSchema(DniPool, total),
    spec: 'CALL-154',
    summary: 'Pools of the company and of its organization, by name',
  }),
  createPool: route('POST /companies/{companyId}/dniPools', {
    access: 'dni.write',
    ...ofCompany,
    body: z.object({ ...fields, name, source: z._default(z.enum(dniSourceIds), 'always'), origins, targetNumbers, numberIds, businessUnitId: z.optional(Id) }),
    reply: DniPool,
    spec: 'CALL-155',
    summary: 'Creates a pool of the company; with business_unit_id of its organization instead. With a template its numbers are routed by it, as a batch',
  }),
  pool: route('GET /companies/{companyId}/dniPools/{poolId}', {
    access: 'dni.read',
    ...ofPool,
    reply: DniPool,
    spec: 'CALL-156',
    summary: 'One pool',
  }),
  updatePool: route('PUT /companies/{companyId}/dniPools/{poolId}', {
    access: 'dni.write',
    ...ofPool,
    body: z.object({
      ...fields,
      name: z.optional(name),
      source: z.optional(z.enum(dniSourceIds)),
      origins: z.optional(origins),
      targetNumbers: z.optional(targetNumbers),
      numberIds: z.optional(numberIds),
      clear: createClearSchema(['sourceValue', 'templateId', 'fallbackNumberId']),
    }),
    reply: DniPool,
    spec: 'CALL-157',
    summary:
      'Changes a pool; `number_ids` are all of the company’s numbers in it. Numbers that came, or all with another template, are routed by it, as a batch',
  }),
  deletePool: route('DELETE /companies/{companyId}/dniPools/{poolId}', {
    access: 'dni.write',
    ...ofPool,
    query: { shouldDeleteNumbers: z._default(z.enum(['0', '1']), '0'), count: z.optional(z.pipe(z.coerce.number(), Count)) },
    reply: z.object({ poolId: z.number(), numbersRemoved: z.number(), numbersKept: z.number() }),
    spec: 'CALL-158',
    summary:
      'Deletes a pool (RULE-215, AMB-54): with shouldDeleteNumbers=1 its numbers are removed too and leave the carrier a day later; `count` is how many were shown, another count is refused with 409',
  }),
  poolSizes: route('GET /companies/{companyId}/dniPools/{poolId}/sizes', {
    access: 'dni.read',
    ...ofPool,
    callsProvider: true,
    query: { day: z.optional(day), numbers: z.optional(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(limits.numbers)))) },
    reply: PoolSizes,
    spec: 'ours',
    summary: `Sizes of a pool compared: how many visitor sessions of the last ${limits.sizeDays} days would find no number free, and how many of a day that is replayed; \`numbers\` is a size to compare besides`,
    perMinute: 30,
  }),
  sources: route('GET /dniSources', {
    access: 'dni.read',
    ...byQuery,
    query: company,
    reply: createListSchema(DniSource, total),
    spec: 'CALL-159',
    summary: 'Sources a pool can be for, in their precedence (AMB-120)',
  }),
  script: route('GET /trackingNumbers/script', {
    access: 'dni.read',
    ...byQuery,
    query: company,
    reply: DniScript,
    spec: 'CALL-160',
    summary: 'The script of the company for its websites, with the hash of its file',
  }),
  verifyScript: route('POST /trackingNumbers/verifyScript', {
    access: 'dni.read',
    ...byQuery,
    query: company,
    callsProvider: true,
    body: z.object({ url: createTextSchema(500) }),
    reply: z.object({ url: z.string(), result: z.enum(scriptCheckResults), checkedAt: z.string() }),
    spec: 'CALL-161',
    summary: 'Looks for the company’s script in a public page (RULE-217); a page that can’t be read is not_found',
    perMinute: 20,
  }),
  timelineEvents: route('GET /dniActivities/{id}/timelineEvents', {
    access: 'dni.read',
    ...byQuery,
    params: { id: Id },
    query: company,
    reply: z.object({ activity: DniActivity, data: z.array(TimelineEvent), meta: total }),
    spec: 'CALL-162',
    summary: 'A visitor session (AMB-119): its pages, the number it was shown and its calls, in their order',
  }),
  realTimeFeed: route('GET /dni/realTimeFeed', {
    access: 'dni.read',
    ...byQuery,
    query: { ...company, poolId: z.optional(Id) },
    reply: createListSchema(DniActivity, z.object({ total: z.number(), online: z.number() })),
    spec: 'CALL-163',
    summary: `Visitor sessions, the last seen first, up to ${limits.feed}`,
  }),
  reportCalls: route('POST /dni/reports/calls', {
    access: 'dni.read',
    company: 'header',
    callsProvider: true,
    body: z.object({ company: z.optional(Id), businessUnit: z.optional(Id), startDate: day, endDate: day }),
    reply: z.object({ message: z.string(), report: DniReport }),
    spec: 'CALL-164',
    summary: 'Makes a report over the calls of pools (RULE-216): of the company, or of those companies of its organization whose reports the person may see',
    perMinute: 60,
  }),
  reports: route('GET /dni/reports', {
    access: 'dni.read',
    ...byQuery,
    query: company,
    reply: createListSchema(DniReport, total),
    spec: 'CALL-165',
    summary: `Reports that were made in the company, the newest first, up to ${limits.reports}; those of an organization for who made them`,
  }),
  callSource: route('GET /companies/{companyId}/calls/{callId}/source', {
    access: 'activity.read',
    company: 'path.companyId',
    params: { companyId: Id, callId: Id },
    reply: CallSource,
    spec: 'ours',
    summary: 'Where a call came from: its source and pool, and the visitors who had the number, each with the chance that it was theirs',
  }),
};
