/** The handler table, typed by the contract: a route without a handler, or one that answers another shape, does not compile. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Permission, Role } from '#contract/core/permissions.ts';
import type { Route, RouteBody, RouteParams, RouteQuery, RouteReplyInput } from '#contract/core/route.ts';
import type { AccountStatus } from '#contract/organizations/enums.ts';
import type { Services } from '../services.ts';

/** Calling user. */
export interface AuthUser {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly isStaff: boolean;
  /** Of a caller by API key the id of the key, which is no session. */
  readonly sessionId: string;
  readonly sessionKind: 'cookie' | 'token' | 'key';
  /** The member of staff who acts as this person. */
  readonly impersonatorId: number | null;
  /** The company at whose own host the call came in: nothing else is reached there, since the host is in that company's hands. Null at ours. */
  readonly onlyCompanyId: number | null;
  /** The API key the call came by, which makes no other calls than those of its company that its role may make. Null for a person. */
  readonly apiKey: ApiKeyCaller | null;
}

/** API key of a company as a caller. */
export interface ApiKeyCaller {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly role: Role;
  /** Numbers its maker works, and the key with them; null: all. */
  readonly numberIds: readonly number[] | null;
  readonly mayWrite: boolean;
  readonly accountStatus: AccountStatus;
}

/** The caller in a company: set on every route whose access is a company permission. */
export interface Membership {
  readonly companyId: number;
  readonly role: Role;
  /** Numbers the person works; null: all. */
  readonly numberIds: readonly number[] | null;
  /** Status of the company; only an active one is entered. */
  readonly accountStatus: AccountStatus;
  may(permission: Permission): boolean;
}

/** Calling account of the consumer catalog. */
export interface CatalogAccount {
  readonly id: number;
  /** Hash of the token it called with. */
  readonly tokenHash: string;
  readonly sessionId: string;
}

/** A file of a multipart form, already within the limits; `contentType` is read from its bytes, not from its label. */
export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Input of every handler. Routes of a company run in that company's transaction, those of a catalog account in the account's (`db()` of ../db/tenancy.ts); others, and those that call external services,
 * open the transactions they need.
 */
interface HandlerInput<R extends Route> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  readonly files: readonly UploadedFile[];
  readonly authUser: CallerOf<R>;
  readonly membership: MembershipOf<R>;
  readonly account: AccountOf<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: Services;
}

type CallerOf<R extends Route> = R['access'] extends 'public' | 'mfa' | 'account' ? AuthUser | null : AuthUser;
type MembershipOf<R extends Route> = R['access'] extends Permission ? Membership : null;
type AccountOf<R extends Route> = R['access'] extends 'account' ? CatalogAccount : null;
type Answer<R extends Route> = R['raw'] extends true ? FastifyReply | Readable : RouteReplyInput<R>;

export type Handler<R extends Route> = (input: HandlerInput<R>) => Promise<Answer<R>>;

/** The handlers of an area: `export const handlers: Handlers<typeof routes.contacts> = { … }`. */
export type Handlers<A extends Readonly<Record<string, Route>>> = { readonly [K in keyof A]: Handler<A[K]> };
