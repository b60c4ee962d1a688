/** Calls over organizations. */

import * as z from 'zod/mini';
import { CompanySlim } from '../companies/entities.ts';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { createClearSchema, createListSchema, createNameSchema, createPageSizeSchema, Flag, Id, IdList, TimeZone } from '../core/schema.ts';
import { Branding, LogoVersion } from './branding.ts';
import { Organization, OrganizationUser, ReachedUser } from './entities.ts';
import { accountStatuses } from './enums.ts';

export const routes = {
  list: route('GET /business-units', {
    access: 'session',
    query: { perPage: createPageSizeSchema(limits.organizationsPerPage, limits.organizationsPerPage) },
    reply: createListSchema(Organization, z.object({ total: z.number() })),
    spec: 'CALL-098',
    summary: 'Organizations the person administers or has companies in',
  }),
  get: route('GET /business-units/{id}', {
    access: 'organization.read',
    params: { id: Id },
    reply: Organization,
    spec: 'CALL-099',
    summary: 'One organization',
  }),
  companies: route('GET /business-units/{id}/business-unit-companies', {
    access: 'organization.read',
    params: { id: Id },
    reply: createListSchema(CompanySlim, z.object({ total: z.number() })),
    spec: 'CALL-102',
    summary: 'Companies of an organization the person may enter, with their account status',
  }),
  update: route('PUT /business-units/{id}', {
    access: 'organization.update',
    params: { id: Id },
    body: z.object({ name: createNameSchema(120) }),
    reply: Organization,
    spec: 'CALL-100',
    summary: 'Renames an organization',
  }),
  updateSettings: route('PUT /business-units/{id}/settings', {
    access: 'organization.settings',
    params: { id: Id },
    body: z.object({ timezone: z.optional(TimeZone), linksEnabled: z.optional(Flag), clear: createClearSchema(['timezone']) }),
    reply: Organization,
    spec: 'CALL-101',
    summary: 'Changes what new companies of an organization begin with: their time zone, links in texts',
  }),
  brand: route('POST /business-units/{id}/branding', {
    access: 'organization.update',
    params: { id: Id },
    body: Branding,
    multipart: true,
    files: ['logo'],
    perMinute: 30,
    reply: Organization,
    spec: 'CALL-096',
    summary: 'Sets the brand of an organization, which its companies have until they have their own: an accent color, a logo as a picture',
  }),
  logo: route('GET /business-units/{id}/logo', {
    access: 'organization.read',
    isOfOwnHosts: true,
    params: { id: Id },
    query: { v: LogoVersion },
    raw: true,
    spec: 'ours',
    summary: 'The logo of an organization',
  }),
  setStatus: route('POST /business-units/{orgId}/business-unit-companies/{accountId}/status', {
    notWhileActing: true,
    access: 'organization.accounts',
    organization: 'path.orgId',
    params: { orgId: Id, accountId: Id },
    body: z.object({ status: z.enum(accountStatuses) }),
    reply: CompanySlim,
    spec: 'CALL-103',
    summary:
      'Changes the status of a company in an organization. Suspended and closed: no one enters it, sends or is called; closed for 30 days: its numbers are removed',
  }),
  users: route('GET /users', {
    access: 'organization.read',
    organization: 'query.business_unit_id',
    query: { business_unit_id: z.optional(Id), company_ids: z.optional(IdList) },
    reply: createListSchema(ReachedUser, z.object({ total: z.number() })),
    spec: 'CALL-104',
    summary: 'Users of an organization and of its companies, of those companies that the person administers',
  }),
  addUser: route('POST /business-units/{id}/business-unit-users', {
    access: 'organization.admins',
    params: { id: Id },
    body: z.object({ userId: Id }),
    inPerson: true,
    keepsSession: true,
    reply: OrganizationUser,
    spec: 'CALL-106',
    summary: 'Makes a user of one of its companies an administrator of the organization; who is one already stays one',
  }),
  removeUser: route('DELETE /business-unit-users/{id}', {
    access: 'organization.admins',
    organization: 'row.organizationUser',
    params: { id: Id },
    inPerson: true,
    keepsSession: true,
    spec: 'CALL-105',
    summary: 'Removes an administrator of an organization; the last one stays',
  }),
};
