/** Checks access to a call: the signed-in user, the company of the call, the user’s membership there. Decided before a body is read, where not the body alone names the company. */
import type { FastifyRequest } from 'fastify';
import {
  hasOrganizationPermission,
  hasPermission,
  isOrganizationPermission,
  isPermission,
  type OrganizationPermission,
  type OrganizationStanding,
  organizationPermissions,
  type Permission,
  permissions,
  type Role,
} from '#contract/core/permissions.ts';
import type { Route } from '#contract/core/route.ts';
import type { AccountStatus } from '#contract/organizations/enums.ts';
import { currentTransaction, executePrepared } from '../db/tenancy.ts';
import { checkCsrf, checkSameSite } from '../domains/auth/cookies.ts';
import { type FoundCaller, findAuthUser, hasSessionCredentials } from '../domains/auth/sessions.ts';
import type { Services } from '../services.ts';
import { findKeyCaller, readApiKey } from './apiKeys.ts';
import { findCatalogAccount } from './catalogAccounts.ts';
import { AppError } from './errors.ts';
import type { ApiKeyCaller, AuthUser, CatalogAccount, Membership } from './handlers.ts';
import { findCompanyOfRow, findOnlyCompany, findRowOfFields, findRowOfPath, getOwnValue, type NamedRow } from './rows.ts';

const companyHeader = 'x-company-id';

/** A call that names no company where it must: what else is wrong with it is told first. */
export class CompanyMissingError extends AppError {
  constructor({ company = 'header' }: Route) {
    const [, inQuery] = /^query\.(.+)$/.exec(company) ?? [];
    super('invalid', {
      field: inQuery ?? 'company_id',
      message: `Say which company this is for: send ${inQuery ?? `company_id, or the header ${companyHeader}`}`,
    });
  }
}
const idGrammar = /^[1-9]\d{0,15}$/;

/** Caller and membership of a call that was let in. */
export interface AuthContext {
  readonly authUser: AuthUser | null;
  readonly membership: Membership | null;
  /** The account of the catalog that called; absent on every other route. */
  readonly account?: CatalogAccount;
  /** Permission that the user needs in a company that only the body can name (`authorizeByBody`). */
  readonly awaits?: Permission;
}

/** True when the call changes something, whatever its method says. */
export const isChange = (route: Route) => route.method !== 'GET' || route.changes === true;

function readId(value: unknown, field: string): number {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !idGrammar.test(text)) throw new AppError('invalid', { field, message: 'Invalid ID' });
  return Number(text);
}

/** Every company a call names, by the place where it stands. */
function namedCompanies(route: Route, request: FastifyRequest): Map<string, number> {
  const named = new Map<string, number>();
  const add = (place: string, field: string, value: unknown) => {
    if (value !== undefined) named.set(place, readId(value, field));
  };
  add('header', companyHeader, request.headers[companyHeader]);
  for (const place of ['path.companyId', 'path.id'] as const) {
    const name = place.slice('path.'.length);
    if (place === route.company || name === 'companyId') add(place, name, getOwnValue(request.params, name));
  }
  for (const name of ['companyId', 'company_id']) add(`query.${name}`, name, getOwnValue(request.query, name));
  return named;
}

/** The company a call names outside of its body; null when it names none. All that name one must agree, else the call was meant for another company than the one selected. */
function namedCompany(route: Route, request: FastifyRequest): number | null {
  const named = namedCompanies(route, request);
  const [chosen, ...others] = named.values();
  if (others.some((id) => id !== chosen)) throw new AppError('stale_company');
  return chosen ?? null;
}

/** The company of who names none: that of the row the call names, else that of the API key, or the only one of the person. Runs in an identity transaction. */
async function foundCompany(route: Route, row: NamedRow | null, { userId, apiKey }: AuthUser): Promise<number> {
  const found = (row && (await findCompanyOfRow(row, userId))) ?? apiKey?.companyId ?? (await findOnlyCompany(userId));
  if (found !== null) return found;
  throw row ? new AppError('not_found') : new CompanyMissingError(route);
}

/** Refuses a body that names another company than the call. `body` is in the app's names. */
export function checkBodyCompany(membership: Membership | null, body: unknown): void {
  const named = getOwnValue(body, 'companyId');
  if (membership && named !== undefined && readId(named, 'company_id') !== membership.companyId) throw new AppError('stale_company');
}

function toMembership(companyId: number, role: Role, numberIds: readonly number[] | null, accountStatus: AccountStatus): Membership {
  return { companyId, role, numberIds, accountStatus, may: (permission) => hasPermission(role, permission) };
}

/** A person's membership in a company; null when they have none. Administrators of the company's organization sit as administrators. Runs in an identity transaction. */
export async function findMembership(userId: number, companyId: number): Promise<Membership | null> {
  const found = currentTransaction()
    .selectFrom('companies as c')
    .leftJoin('memberships as m', (join) => join.onRef('m.company_id', '=', 'c.id').on('m.user_id', '=', userId))
    .leftJoin('organization_users as o', (join) => join.onRef('o.organization_id', '=', 'c.organization_id').on('o.user_id', '=', userId))
    .where('c.id', '=', companyId)
    .select(['m.role', 'm.number_ids', 'o.id as administers', 'c.account_status']);
  const [row] = (await executePrepared(found)).rows;
  if (!row) return null;
  if (row.administers !== null && row.role !== 'owner') return toMembership(companyId, 'administrator', null, row.account_status);
  return row.role === null ? null : toMembership(companyId, row.role, row.number_ids, row.account_status);
}

/** Refuses (403, in words) to enter a company that is suspended or closed. */
export function assertActive({ accountStatus }: Pick<Membership, 'accountStatus'>): void {
  if (accountStatus !== 'active') throw new AppError(`account_${accountStatus}`);
}

/** As what a person stands in an organization: who administers it, or works in one of its companies; null for others. Runs in an identity transaction. */
async function findStanding(userId: number, organizationId: number): Promise<OrganizationStanding | null> {
  const administers = await currentTransaction()
    .selectFrom('organization_users')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .select('user_id')
    .executeTakeFirst();
  if (administers) return 'administrator';
  const works = await currentTransaction()
    .selectFrom('memberships as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .where('m.user_id', '=', userId)
    .where('c.organization_id', '=', organizationId)
    .select('m.user_id')
    .executeTakeFirst();
  return works ? 'member' : null;
}

/** Policy that decides the access to companies and organizations; both functions run in an identity transaction. */
export interface AccessPolicy {
  /** A person's membership in a company; null when they have none. */
  membership(userId: number, companyId: number): Promise<Membership | null>;
  /** As what a person stands in an organization; null when it is not theirs to see. */
  organization(userId: number, organizationId: number): Promise<OrganizationStanding | null>;
}

/** By memberships, as the product does it. */
const membershipPolicy: AccessPolicy = { membership: findMembership, organization: findStanding };

/** A call on its way in. */
interface AuthorizationRequest {
  readonly route: Route;
  readonly request: FastifyRequest;
  readonly authUser: AuthUser;
  readonly through: AccessPolicy;
}

/** Refuses another company than the one at whose host the call came in, as if it were not there. */
export function assertOfHost({ onlyCompanyId }: Pick<AuthUser, 'onlyCompanyId'>, companyId: number): void {
  if (onlyCompanyId !== null && onlyCompanyId !== companyId) throw new AppError('not_found');
}

const notForApiKeys = 'Not available to API keys';

/** Refuses what belongs to no single company at a company's own host, and to an API key. */
export function assertOwnHost({ onlyCompanyId, apiKey }: Pick<AuthUser, 'onlyCompanyId' | 'apiKey'>): void {
  if (onlyCompanyId !== null) throw new AppError('forbidden', { message: apiKey === null ? 'Not available at this address' : notForApiKeys });
}

/** Refuses (403) API keys: they have nothing of a person’s own. */
export function assertNoApiKey({ apiKey }: Pick<AuthUser, 'apiKey'>): void {
  if (apiKey !== null) throw new AppError('forbidden', { message: notForApiKeys });
}

/** Refuses (403) support staff who act as the person. */
function assertNotActing({ impersonatorId }: Pick<AuthUser, 'impersonatorId'>): void {
  if (impersonatorId !== null) throw new AppError('forbidden', { message: 'Not available while impersonating' });
}

/** Refuses (403) support staff who act as the person, and API keys: some things a person does themselves. */
export function assertInPerson({ impersonatorId, apiKey }: Pick<AuthUser, 'impersonatorId' | 'apiKey'>): void {
  assertNoApiKey({ apiKey });
  assertNotActing({ impersonatorId });
}

/** A caller's membership in a company, by the API key they came by or as a person; null when they have none. Runs in an identity transaction. */
export async function findCallerMembership(
  { userId, apiKey }: Pick<AuthUser, 'userId' | 'apiKey'>,
  companyId: number,
  through: AccessPolicy = membershipPolicy,
): Promise<Membership | null> {
  if (apiKey === null) return through.membership(userId, companyId);
  return apiKey.companyId === companyId ? toMembership(companyId, apiKey.role, apiKey.numberIds, apiKey.accountStatus) : null;
}

async function sit({ isForSuspended }: Route, permission: Permission, authUser: AuthUser, companyId: number, through: AccessPolicy): Promise<AuthContext> {
  assertOfHost(authUser, companyId);
  const membership = await findCallerMembership(authUser, companyId, through);
  if (!membership) throw new AppError('not_found');
  // Software has nothing to ask: an API key stops with its company.
  const isLetThrough = isForSuspended && membership.accountStatus === 'suspended' && authUser.apiKey === null;
  if (!isLetThrough) assertActive(membership);
  if (!membership.may(permission)) throw new AppError('forbidden', { message: `You don’t have permission to ${permissions[permission]}` });
  return { authUser, membership };
}

async function admitToCompany(permission: Permission, { route, request, authUser, through }: AuthorizationRequest): Promise<AuthContext> {
  const named = namedCompany(route, request);
  const row = findRowOfPath(route, request.params) ?? findRowOfFields(route, request.query);
  if (named === null && row === null && route.method !== 'GET') return { authUser, membership: null, awaits: permission };
  return sit(route, permission, authUser, named ?? (await foundCompany(route, row, authUser)), through);
}

/** Decides on a call whose company only its body can name: by `company_id`, by a row, else it is the only one of the person. `body` is in the app's names. */
export async function authorizeByBody(
  route: Route,
  admission: AuthContext,
  body: unknown,
  services: Services,
  through: AccessPolicy = membershipPolicy,
): Promise<AuthContext> {
  const { authUser, awaits } = admission;
  if (!authUser || awaits === undefined) return admission;
  return services.tenancy.identityReading(async () => {
    const named = getOwnValue(body, 'companyId');
    const companyId = named === undefined ? await foundCompany(route, findRowOfFields(route, body), authUser) : readId(named, 'company_id');
    return sit(route, awaits, authUser, companyId, through);
  });
}

/** The organization a call names by its path, its query or a row; null where its query names none. Runs in an identity transaction. */
async function findOrganization({ organization = 'path.id' }: Route, { params, query }: FastifyRequest): Promise<number | null> {
  if (organization === 'query.business_unit_id') {
    const named = getOwnValue(query, 'business_unit_id');
    return named === undefined ? null : readId(named, 'business_unit_id');
  }
  if (organization === 'path.orgId') return readId(getOwnValue(params, 'orgId'), 'orgId');
  const id = readId(getOwnValue(params, 'id'), 'id');
  if (organization === 'path.id') return id;
  const row = await currentTransaction().selectFrom('organization_users').select('organization_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row.organization_id;
}

/** True where the organization is that of the company at whose host the call came in. Runs in an identity transaction. */
async function isOfHostCompany({ onlyCompanyId }: AuthUser, organizationId: number): Promise<boolean> {
  if (onlyCompanyId === null) return false;
  const company = await currentTransaction()
    .selectFrom('companies')
    .select('id')
    .where('id', '=', onlyCompanyId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return company !== undefined;
}

async function admitToOrganization(permission: OrganizationPermission, { route, request, authUser, through }: AuthorizationRequest): Promise<AuthContext> {
  const organizationId = await findOrganization(route, request);
  if (organizationId === null) return { authUser, membership: null };
  if (!(route.isOfOwnHosts && (await isOfHostCompany(authUser, organizationId)))) assertOwnHost(authUser);
  const standing = await through.organization(authUser.userId, organizationId);
  if (standing === null) throw new AppError('not_found');
  if (!hasOrganizationPermission(standing, permission))
    throw new AppError('forbidden', { message: `You don’t have permission to ${organizationPermissions[permission]}` });
  return { authUser, membership: null };
}

/** True where an API key may make the call, its role permitting: it is one of a company, and neither for a person alone nor of what is a person’s own. */
export const isForApiKeys = (route: Route) => isPermission(route.access) && !route.inPerson && !route.isPersonal;

/** Refuses (403) a call that is no API key's to make: one of a person, an organization or staff, and a change by a key that reads. */
function assertOfKey(route: Route, { mayWrite }: ApiKeyCaller): void {
  if (!isForApiKeys(route)) throw new AppError('forbidden', { message: notForApiKeys });
  if (isChange(route) && !mayWrite) throw new AppError('forbidden', { message: 'This API key can only read' });
}

async function admitCaller(visit: AuthorizationRequest): Promise<AuthContext> {
  const { route, authUser } = visit;
  if (authUser.apiKey !== null) assertOfKey(route, authUser.apiKey);
  if (route.inPerson) assertInPerson(authUser);
  if (route.notWhileActing) assertNotActing(authUser);
  if (route.access === 'session') return { authUser, membership: null };
  if (route.access === 'staff') {
    if (!authUser.isStaff || authUser.impersonatorId !== null) throw new AppError('forbidden');
    assertOwnHost(authUser);
    return { authUser, membership: null };
  }
  if (isPermission(route.access)) return admitToCompany(route.access, visit);
  if (!isOrganizationPermission(route.access)) throw new AppError('forbidden');
  return admitToOrganization(route.access, visit);
}

/** Calls of the consumer catalog and of the staff who look after it, which are there where the operator opened it, at our own hosts alone. */
const isOfCatalog = (path: string) => path.startsWith('/caddy/') || path.startsWith('/staff/catalog/');

/** Lets an account of the catalog in. */
async function admitAccount(request: FastifyRequest, services: Services): Promise<AuthContext> {
  const account = await findCatalogAccount(request, services);
  if (!account) throw new AppError('unauthenticated');
  return { authUser: null, membership: null, account };
}

/** Finds who calls: a person by their session, or a company's software by its API key. Runs in an identity transaction that may be a reading one. */
export function findCaller(request: FastifyRequest, services: Services): Promise<FoundCaller | null> {
  const key = readApiKey(request);
  return key === null ? findAuthUser(request, services) : findKeyCaller(key, request, services);
}

/** Lets a call in or refuses it: `csrf`, `unauthenticated`, `forbidden`, `not_found` (also for what is another's), `stale_company`. */
export async function authorize(route: Route, request: FastifyRequest, services: Services, through: AccessPolicy = membershipPolicy): Promise<AuthContext> {
  if (isOfCatalog(route.path) && (!services.config.hasCatalog || request.tenantHost)) throw new AppError('not_found');
  if (route.access === 'account') return admitAccount(request, services);
  const open = route.access === 'public' || route.access === 'mfa';
  if (!open && !hasSessionCredentials(request)) throw new AppError('unauthenticated');
  if (isChange(route) && route.tokens !== true) (route.method === 'GET' ? checkSameSite : checkCsrf)(request, services);
  if (open) return { authUser: null, membership: null };
  const { admission, touch } = await services.tenancy.identityReading(async () => {
    const found = await findCaller(request, services);
    if (!found) throw new AppError('unauthenticated');
    return { admission: await admitCaller({ route, request, authUser: found.caller, through }), touch: found.touch };
  });
  if (touch) await services.tenancy.identity(touch);
  return admission;
}
