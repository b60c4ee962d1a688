/** One descriptor per call. The server's handler table, the client, the OpenAPI document and the access tests are derived from it. */

import type * as z from 'zod/mini';
import type { OrganizationPermission, Permission } from './permissions.ts';
import type { Schema } from './schema.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Access a route requires.
 * - `public`: none.
 * - `mfa`: a user between password and code.
 * - `session`: any signed-in user.
 * - `staff`: our own support staff, not impersonating.
 * - `account`: an account of the consumer catalog, by the bearer token of that realm; no user of a company.
 * - a company permission: the company comes from `company`, and the caller's role there must hold it.
 * - an organization permission: the organization comes from `organization`, the path's `id` where it names none.
 */
type Access = 'public' | 'mfa' | 'session' | 'staff' | 'account' | Permission | OrganizationPermission;

/**
 * Position of the company in a call. `header` is `x-company-id`, which the client sends with every company call; where a path,
 * query or body names a company too, all must agree, else the call is refused with 409 (a stale company).
 */
export type CompanySource = 'path.companyId' | 'path.id' | 'query.companyId' | 'query.company_id' | 'body.companyId' | 'header';

/** Position of the organization in a call. `row.organizationUser`: the path's `id` is a row of its administrators. A query that names none leaves the call to what its caller may reach. */
type OrganizationSource = 'path.id' | 'path.orgId' | 'query.business_unit_id' | 'row.organizationUser';

type Shape = Readonly<Record<string, Schema>>;

interface RouteSpec {
  readonly access: Access;
  readonly company?: CompanySource;
  readonly organization?: OrganizationSource;
  /** An organization's call that is let through at a company's own host too, for the organization of that company. */
  readonly isOfOwnHosts?: true;
  /** Path parameters by name. */
  readonly params?: Shape;
  /** Query parameters, spelled exactly as the spec spells them for this call (open question AMB-06). */
  readonly query?: Shape;
  /** The body in camelCase; snake_case on the wire. */
  readonly body?: Schema;
  /** Refuses a body with a card number or a card field anywhere in it (SAFETY.md, H1). */
  readonly refusesCards?: true;
  /** The body is a multipart form; its files reach the handler beside the body. */
  readonly multipart?: true;
  /** The names its files stand under; under another a file is refused. */
  readonly files?: readonly string[];
  /** Its files are text (CSV): files that are known by their bytes, as pictures and workbooks are, are refused. */
  readonly textFiles?: true;
  /** The reply in camelCase; snake_case on the wire. Absent: 204, nothing is said. */
  readonly reply?: Schema;
  /** Names of the reply that travel as the spec prints them for this call, in camelCase. */
  readonly verbatimFields?: readonly string[];
  /** The handler writes the reply itself: a file or a redirect. */
  readonly raw?: true;
  /** A 401 of this call is the caller's own affair and does not end the session in the app (spec 1.8). */
  readonly keepsSession?: true;
  /** A GET that changes something (spec's paths, kept): needs a same-origin fetch, is never cached or retried. */
  readonly changes?: true;
  /** For the person alone: refused (403) while staff act as them. */
  readonly inPerson?: true;
  /** Lasts after staff who act as the person have left: money, access for others, a way out for the company's data. Refused (403) to them (S-050). */
  readonly notWhileActing?: true;
  /** Of the person themselves in the company: their own rows (saved views, mutes), a way through their browser (a connection by OAuth), or access for others, which outlives a key. Refused (403) to API keys. */
  readonly isPersonal?: true;
  /** Let through for a person of a suspended company, who can ask why. The handler reaches the company's rows for the server alone, and answers with the person's own. */
  readonly isForSuspended?: true;
  /** Asks somebody outside before it answers, or reads several companies: no transaction is held open around its handler, which opens its own. */
  readonly callsProvider?: true;
  /** Answers with bearer tokens and looks at no cookie: there is no page to forge, so no CSRF token is asked for. */
  readonly tokens?: true;
  /** The caller's requests to this route per minute; the server's general limit when absent. */
  readonly perMinute?: number;
  /** Bytes its JSON body may have; 1 MiB when absent. */
  readonly maxBytes?: number;
  /** Row of ../shared/spec/calls.tsv, or `ours` for an addition. */
  readonly spec: `CALL-${number}` | 'ours';
  /** Further rows of it that are the same path with other parameters. */
  readonly variants?: readonly `CALL-${number}`[];
  /** One line for the OpenAPI document. */
  readonly summary: string;
}

type RouteMethod<K extends string> = K extends `${infer M extends Method} ${string}` ? M : never;

type RoutePath<K extends string> = K extends `${Method} ${infer P}` ? P : never;

export type Route = RouteSpec & { readonly method: Method; readonly path: string };

/** Declares a call: `route('PUT /inbox/conversations/{id}/archive', { … })`. */
export function route<const K extends `${Method} /${string}`, const S extends RouteSpec>(
  key: K,
  spec: S,
): S & { readonly method: RouteMethod<K>; readonly path: RoutePath<K> } {
  const space = key.indexOf(' ');
  return { ...spec, method: key.slice(0, space) as RouteMethod<K>, path: key.slice(space + 1) as RoutePath<K> };
}

type ShapeOutput<S> = S extends Shape ? { [K in keyof S]: z.output<S[K]> } : Record<never, never>;

type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

type OptionalFields<T> = { [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & { [K in OptionalKeys<T>]?: T[K] };

type ShapeInput<S> = S extends Shape ? OptionalFields<{ [K in keyof S]: z.input<S[K]> }> : Record<never, never>;

/** Parameters a handler gets. */
export type RouteParams<R extends Route> = ShapeOutput<R['params']>;

export type RouteQuery<R extends Route> = ShapeOutput<R['query']>;

export type RouteBody<R extends Route> = R['body'] extends Schema ? z.output<R['body']> : undefined;

/** Reply a handler returns and a client receives. */
export type RouteReply<R extends Route> = R['reply'] extends Schema ? z.output<R['reply']> : undefined;

/** Reply a handler may return, before the schema has parsed it. */
export type RouteReplyInput<R extends Route> = R['reply'] extends Schema ? z.input<R['reply']> : undefined;

/** Parameters a client passes. */
export type RouteParamsInput<R extends Route> = ShapeInput<R['params']>;

export type RouteQueryInput<R extends Route> = ShapeInput<R['query']>;

export type RouteBodyInput<R extends Route> = R['body'] extends Schema ? z.input<R['body']> : undefined;
