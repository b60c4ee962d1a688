/** Companies, their organizations, people and roles (spec 2.7 Companies and organizations). */
import * as z from 'zod/mini';
import { newBilling } from '../billing/newBilling.ts';
import { planCodes } from '../billing/plans.ts';
import { limits } from '../core/limits.ts';
import { Change } from '../core/realtime.ts';
import { route } from '../core/route.ts';
import {
  AreaCode,
  createClearSchema,
  createListSchema,
  createNameSchema,
  createPageSizeSchema,
  createSearchSchema,
  Flag,
  Id,
  IdList,
  Key,
  Page,
  PageMeta,
  PhoneInput,
  TimeZone,
} from '../core/schema.ts';
import { Branding, LogoVersion } from '../organizations/branding.ts';
import { Company, CompanyCreation, CompanySlim, CreatedCompany } from './entities.ts';

/** An available number as it was found (CALL-047). */
const NewNumber = z.object({
  number: PhoneInput,
  /** Checked against the number. */
  nationalNumber: z.optional(z.string().check(z.regex(/^\d{10}$/, 'A national number has ten digits'))),
  /** With the letters that were looked for, such as 800-55P-LUMB. */
  vanity: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9-]{0,20}$/, 'Digits, letters and dashes only'))),
  providerId: z._default(z.literal([1, 2, 3, 4]), 1),
});

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
      q: z.optional(createSearchSchema(100)),
    },
    reply: createListSchema(CompanySlim, PageMeta),
    spec: 'CALL-093',
    summary: 'Companies the person may enter, by name',
  }),
  create: route('POST /companies', {
    access: 'session',
    refusesCards: true,
    inPerson: true,
    body: z.object({
      key: z.optional(Key),
      companyInfo: z.object({ name: createNameSchema(120), timezone: z.optional(TimeZone), defaultAreaCode: z.optional(AreaCode) }),
      businessUnitId: z.optional(Id),
      /** Either this or `number` (RULE-010). */
      skipNumber: z.optional(Flag.check(z.refine((isSkipped) => isSkipped, 'Send 1 or leave it out'))),
      number: z.optional(NewNumber),
      planId: z.optional(z.enum(planCodes)),
      /** Price of the plan that the person was shown: at another one it is not started. */
      dueNow: z.optional(z.number().check(z.nonnegative())),
      billingInfo: z.optional(z.object(newBilling)),
    }),
    reply: CreatedCompany,
    callsProvider: true,
    perMinute: 30,
    spec: 'CALL-094',
    summary:
      'Creates a company; its creator becomes the owner. It exists at once: number, card and plan follow, and the reply has the state of each. Idempotent by key, and resumed by it',
  }),
  creation: route('GET /companies/creation', {
    access: 'session',
    query: { key: z.optional(Key), id: z.optional(Id) },
    reply: z.object({ data: z.nullable(CompanyCreation) }),
    callsProvider: true,
    perMinute: 120,
    spec: 'ours',
    summary: 'State of the creation of an own company, by its key or the company; null: there is none',
  }),
  get: route('GET /company/{id}', { access: 'company.read', company: 'path.id', params: { id: Id }, reply: Company, spec: 'CALL-091', summary: 'One company' }),
  update: route('PUT /company/{id}', {
    refusesCards: true,
    access: 'company.update',
    company: 'path.id',
    params: { id: Id },
    body: z.object({
      name: z.optional(createNameSchema(120)),
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
  brand: route('POST /company/{id}/branding', {
    access: 'company.update',
    company: 'path.id',
    params: { id: Id },
    body: Branding,
    multipart: true,
    files: ['logo'],
    callsProvider: true,
    perMinute: 30,
    reply: Company,
    spec: 'CALL-097',
    summary: 'Sets the brand of a company: an accent color, a logo as a picture. What is cleared is its organization’s again',
  }),
  logo: route('GET /company/{id}/logo', {
    access: 'company.read',
    company: 'path.id',
    params: { id: Id },
    query: { v: LogoVersion },
    raw: true,
    spec: 'ours',
    summary: 'The logo of a company',
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
