/** Calls over the tenant and its custom domain (spec 2.7). */
import * as z from 'zod/mini';

import { route } from '../core/route.ts';
import { createClearSchema, createFormClearSchema, createNameSchema, Email } from '../core/schema.ts';
import { CustomDomain, DomainCheck, DomainInput, one, params, TenantConfig, TenantSettings } from './entities.ts';
import { tenantLimits } from './limits.ts';

const settings = { access: 'tenant.manage', company: 'path.companyId' } as const;
const domains = { access: 'domain.manage', company: 'path.companyId' } as const;

export const routes = {
  config: route('GET /tenant-config', {
    access: 'public',
    query: { hostname: z.optional(z.string().check(z.maxLength(300))) },
    reply: TenantConfig,
    perMinute: 600,
    spec: 'CALL-140',
    summary: 'The brand at a host name, found in a table; the installation’s own for any other. May be cached by its address for a minute',
  }),
  get: route('GET /companies/{companyId}/tenant', {
    ...settings,
    params,
    reply: TenantSettings,
    spec: 'CALL-145',
    summary: 'Settings of the company’s tenant',
  }),
  update: route('PUT /companies/{companyId}/tenant/tenant-information', {
    ...settings,
    params,
    body: z.object({
      name: z.optional(createNameSchema(tenantLimits.name)),
      accent: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'A color such as #3366cc'))),
      supportEmail: z.optional(Email),
      clear: createFormClearSchema(['name', 'accent', 'supportEmail', 'logo']),
    }),
    multipart: true,
    files: ['logo'],
    callsProvider: true,
    perMinute: 60,
    reply: TenantSettings,
    spec: 'CALL-146',
    summary: 'Changes the brand; `logo`: a picture (PNG, JPG, GIF or WebP), stored without its metadata. `clear` empties settings',
  }),
  startSender: route('POST /companies/{companyId}/tenant/email-sender/start-verification', {
    ...settings,
    params,
    body: z.object({ address: Email, name: z.optional(createNameSchema(tenantLimits.name)), clear: createClearSchema(['name']) }),
    callsProvider: true,
    perMinute: 20,
    reply: TenantSettings,
    spec: 'CALL-147',
    summary: 'Makes a DKIM key for an address and lists its records. The same address keeps its key; another one takes its place',
  }),
  lookSender: route('POST /companies/{companyId}/tenant/email-sender/look', {
    ...settings,
    params,
    callsProvider: true,
    perMinute: 60,
    reply: TenantSettings,
    spec: 'ours',
    summary: 'Looks at each record of the sender in DNS now',
  }),
  removeSender: route('DELETE /companies/{companyId}/tenant/email-sender', {
    ...settings,
    params,
    spec: 'ours',
    summary: 'Gives the sender up: mail comes from the installation’s own address again',
  }),
  domain: route('GET /companies/{companyId}/custom-domain-configuration', {
    ...domains,
    params,
    reply: CustomDomain,
    spec: 'CALL-141',
    summary: 'The company’s domain with its records, as they were last checked',
  }),
  createDomain: route('POST /companies/{companyId}/custom-domain-configuration', {
    ...domains,
    params,
    body: DomainInput,
    perMinute: 20,
    reply: CustomDomain,
    spec: 'CALL-142',
    summary: 'Claims a domain in place of the one before. `auth_token` is made where it is left out, and never read back',
  }),
  checkDomain: route('GET /companies/{companyId}/custom-domain-configuration/tld-validation', {
    ...domains,
    params,
    query: { domainName: z.string().check(z.maxLength(300)) },
    perMinute: 120,
    reply: DomainCheck,
    spec: 'CALL-143',
    summary: 'Whether a name may become the company’s domain, and why not',
  }),
  lookDomain: route('POST /companies/{companyId}/custom-domain-configuration/{id}/look', {
    ...domains,
    params: one,
    callsProvider: true,
    perMinute: 60,
    reply: CustomDomain,
    spec: 'ours',
    summary: 'Looks at each record in DNS now',
  }),
  syncDomain: route('POST /companies/{companyId}/custom-domain-configuration/{id}/sync-with-tenant', {
    ...domains,
    params: one,
    callsProvider: true,
    perMinute: 20,
    reply: CustomDomain,
    spec: 'CALL-144',
    summary: 'Puts the tenant on its domain once DNS and TLS answer; else refuses with what is missing (409)',
  }),
  removeDomain: route('DELETE /companies/{companyId}/custom-domain-configuration/{id}', {
    ...domains,
    params: one,
    spec: 'ours',
    summary: 'Gives a domain up: its hosts answer no more, and sessions there end',
  }),
};
