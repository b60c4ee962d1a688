/** Companies, their organizations, people and roles (spec 2.7 Companies and organizations). */
import * as z from 'zod/mini';
import { limits } from '../core/limits.ts';
import { Change } from '../core/realtime.ts';
import { route } from '../core/route.ts';
import {
  createClearSchema,
  createListSchema,
  createPageSizeSchema,
  createTextSchema,
  Flag,
  Id,
  IdList,
  Key,
  Page,
  PageMeta,
  TimeZone,
} from '../core/schema.ts';
import { Company, CompanySlim } from './entities.ts';

const AreaCode = z.string().check(z.regex(/^[2-9]\d{2}$/, 'An area code of three digits'));

export const routes = {
  lookup: route('GET /companies/lookup', {
    access: 'session',
    query: { slug: z.optional(z.string().check(z.maxLength(80))), id: z.optional(Id), include: z.optional(z.string().check(z.maxLength(80))) },
    reply: z.object({
      company: z.nullable(
        z.object({
          ...CompanySlim.shape,
          userCount: z.optional(z.number()),
          businessUnits: z.optional(z.array(z.object({ id: z.number(), name: z.string() }))),
        }),
      ),
      legacyCount: z.number(),
      count: z.number(),
    }),
    verbatimFields: ['legacyCount'],
    spec: 'CALL-090',
    summary: 'Finds a company by slug or id; `include` is business-units, user_count. count: companies the person may enter',
  }),
  slim: route('GET /companies/slim', {
    access: 'session',
    query: {
      page: Page,
      perPage: createPageSizeSchema(limits.companiesSlimPerPage, 1_000),
      businessUnits: z.optional(IdList),
      q: z.optional(z.string().check(z.maxLength(100))),
    },
    reply: createListSchema(CompanySlim, PageMeta),
    spec: 'CALL-093',
    summary: 'Companies the person may enter, by name',
  }),
  create: route('POST /companies', {
    access: 'session',
    inPerson: true,
    body: z.object({
      key: z.optional(Key),
      companyInfo: z.object({ name: createTextSchema(120), timezone: z.optional(TimeZone), defaultAreaCode: z.optional(AreaCode) }),
      skipNumber: Flag.check(z.refine((isSkipped) => isSkipped, 'Send 1: a number is bought once the company exists')),
      businessUnitId: z.optional(Id),
    }),
    reply: Company,
    perMinute: 30,
    spec: 'CALL-094',
    summary: 'Creates a company without a number; its creator becomes the owner. Idempotent by key',
  }),
  get: route('GET /company/{id}', { access: 'company.read', company: 'path.id', params: { id: Id }, reply: Company, spec: 'CALL-091', summary: 'One company' }),
  update: route('PUT /company/{id}', {
    access: 'company.update',
    company: 'path.id',
    params: { id: Id },
    body: z.object({
      name: z.optional(createTextSchema(120)),
      timezone: z.optional(TimeZone),
      accent: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'A color such as #3366cc'))),
      linksEnabled: z.optional(Flag),
      /** 0 ends the setup of a company; it begins again with 1. */
      isOnboardingRequired: z.optional(Flag),
      defaultAreaCode: z.optional(AreaCode),
      clear: createClearSchema(['defaultAreaCode']),
    }),
    reply: Company,
    spec: 'CALL-092',
    summary: 'Changes a company',
  }),
  areaCodes: route('GET /company/{id}/area-codes', {
    access: 'company.read',
    company: 'path.id',
    params: { id: Id },
    reply: z.object({ defaultAreaCode: z.nullable(z.string()), areaCodes: z.array(z.string()) }),
    verbatimFields: ['defaultAreaCode'],
    spec: 'CALL-095',
    summary: 'The default area code of a company and those of its numbers',
  }),
  changes: route('GET /companies/{companyId}/changes', {
    access: 'company.read',
    company: 'path.companyId',
    params: { companyId: Id },
    query: { after: z._default(z.coerce.number().check(z.gte(0), z.multipleOf(1)), 0) },
    reply: z.object({ data: z.array(Change), meta: z.object({ cursor: z.number(), complete: z.boolean() }) }),
    perMinute: 600,
    spec: 'ours',
    summary: 'Changes after a position, oldest first, for catching up. complete is false when too many were missed: fetch again',
  }),
};
