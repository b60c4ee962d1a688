/** The tenant: how a company's people see the app at its own host name (ENT-294 to ENT-297, ENT-358). */
import * as z from 'zod/mini';
import { Id, id, instant } from '../core/schema.ts';
import { domainStatuses, recordPurposes, recordStatuses, senderPurposes, senderStatuses } from './enums.ts';

/** The brand at a host name. `isCustom` false: the installation's own. */
export const TenantConfig = z.object({
  name: z.string(),
  accent: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  supportEmail: z.string(),
  isCustom: z.boolean(),
});
export type TenantConfig = z.output<typeof TenantConfig>;

/** A record of a sender. `isRequired` false: offered, not needed. */
export const SenderRecord = z.object({
  purpose: z.enum(senderPurposes),
  type: z.string(),
  name: z.string(),
  value: z.string(),
  status: z.enum(recordStatuses),
  found: z.array(z.string()),
  message: z.string(),
  isRequired: z.boolean(),
});
export type SenderRecord = z.output<typeof SenderRecord>;

/** The address mail of the tenant comes from, with its records (ENT-359). */
export const EmailSender = z.object({
  address: z.string(),
  name: z.nullable(z.string()),
  status: z.enum(senderStatuses),
  records: z.array(SenderRecord),
  lookedAt: z.nullable(instant),
  verifiedAt: z.nullable(instant),
  /** End of the verification unless the missing records are found before. */
  expiresAt: z.nullable(instant),
});
export type EmailSender = z.output<typeof EmailSender>;

/** Settings of a company's tenant; null: the installation's own. `host`: where people reach it, once its domain is in use. */
export const TenantSettings = z.object({
  name: z.nullable(z.string()),
  accent: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  host: z.nullable(z.string()),
  emailSender: z.nullable(EmailSender),
  updatedAt: z.nullable(instant),
});
export type TenantSettings = z.output<typeof TenantSettings>;

/** A record to publish, and what the last look found there. `message`: the result in words. */
export const DomainRecord = z.object({
  purpose: z.enum(recordPurposes),
  type: z.string(),
  name: z.string(),
  value: z.string(),
  status: z.enum(recordStatuses),
  found: z.array(z.string()),
  message: z.string(),
});
export type DomainRecord = z.output<typeof DomainRecord>;

/** A company's domain with its checklist. Without one its status is `none` and the rest is empty. The token is never read back. */
export const CustomDomain = z.object({
  id: z.nullable(id),
  domain: z.nullable(z.string()),
  appSubdomain: z.nullable(z.string()),
  apiSubdomain: z.nullable(z.string()),
  hasAuthToken: z.boolean(),
  status: z.enum(domainStatuses),
  appUrl: z.nullable(z.string()),
  apiUrl: z.nullable(z.string()),
  records: z.array(DomainRecord),
  /** Name servers that were asked. */
  askedAt: z.array(z.string()),
  lookedAt: z.nullable(instant),
  verifiedAt: z.nullable(instant),
  syncedAt: z.nullable(instant),
  /** End of the claim unless its ownership record is found before. */
  expiresAt: z.nullable(instant),
});
export type CustomDomain = z.output<typeof CustomDomain>;

/** Judgement of a name that is to become a domain here. `registrableDomain`: the part that is registered, by the public suffix list. */
export const DomainCheck = z.object({
  domainName: z.string(),
  registrableDomain: z.nullable(z.string()),
  isValid: z.boolean(),
  reason: z.nullable(z.string()),
});
export type DomainCheck = z.output<typeof DomainCheck>;

/** Domain of a tenant as it is asked for. Subdomains: `app` and `api` where they are left out; `@` puts the app on the domain itself. */
export const DomainInput = z.object({
  domain: z.string().check(z.minLength(1, 'Enter a domain like example.com'), z.maxLength(300)),
  appSubdomain: z.optional(z.string().check(z.maxLength(100))),
  apiSubdomain: z.optional(z.string().check(z.maxLength(100))),
  authToken: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/, 'A token has 8 to 200 characters without spaces'))),
});

export const params = { companyId: Id };
export const one = { companyId: Id, id: Id };
