/** The one way to the server: calls typed by the contract, bound to the company in which the person acted. */
import { limits } from '#contract/core/limits.ts';
import { messages, unauthenticated } from '#contract/core/messages.ts';
import type { CompanySource, Route, RouteBodyInput, RouteParamsInput, RouteQueryInput, RouteReply } from '#contract/core/route.ts';
import { fromWire, requestToWire } from '#contract/core/wire.ts';
import type { CallId, RouteById } from '#contract/index.ts';
import { firstCalls } from './calls/first.ts';
import { ApiError, readErrorBody } from './errors.ts';

type CompanyParam<R extends Route> = R['company'] extends 'path.id' ? 'id' : R['company'] extends 'path.companyId' ? 'companyId' : never;
type CompanyQuery<R extends Route> = R['company'] extends 'query.companyId' ? 'companyId' : R['company'] extends 'query.company_id' ? 'company_id' : never;
type InputPart<K extends string, T> = [keyof T] extends [never]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T };

/** Input of a call: parameters, query and body by the contract; `companyId` where the call is a company's, filled in wherever the call carries it. */
type CallInput<R extends Route> = InputPart<'params', Omit<RouteParamsInput<R>, CompanyParam<R>>> &
  InputPart<'query', Omit<RouteQueryInput<R>, CompanyQuery<R>>> &
  (undefined extends RouteBodyInput<R> ? unknown : { readonly body: RouteBodyInput<R> }) &
  (R['multipart'] extends true ? { readonly files?: readonly FormFile[] } : unknown) &
  (R['company'] extends CompanySource ? { readonly companyId: number } : unknown) & {
    readonly signal?: AbortSignal;
    /** A 401 is the caller's own affair: it does not end the session in the app. */
    readonly keepsSession?: true;
    /** Names the person in place of the cookie; such a call carries no CSRF token. */
    readonly bearer?: string;
  };

/** A file of a form, under the first of the names the call reads unless it says another. */
type FormFile = File | { readonly field: string; readonly file: File };

interface UntypedInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: readonly FormFile[];
  readonly companyId?: number;
  readonly signal?: AbortSignal;
  readonly keepsSession?: true;
  readonly bearer?: string;
}

type CallInputs = { [I in CallId]: CallInput<RouteById<I>> };
type Replies = { [I in CallId]: RouteReply<RouteById<I>> };

export interface Api {
  /** Calls the server by the id of a call, such as `greetings.list`. */
  call<I extends CallId>(id: I, input: CallInputs[I]): Promise<Replies[I]>;
}

/** Method, path and other properties of a call, read from its line of the table. */
interface CallRoute {
  readonly method: string;
  readonly path: string;
  readonly company: string | undefined;
  readonly hasBody: boolean;
  /** Name of the file field of a multipart form. */
  readonly form: string | undefined;
  readonly changes: boolean;
  readonly keepsSession: boolean;
}

/** Fetches the table of calls that the first rows do not need. Fetched once it stays, so that a call made later needs no more than the server. */
export const fetchCalls = async (): Promise<Readonly<Partial<Record<CallId, string>>>> => (await import('./calls/rest.ts')).restCalls;

async function fetchCallLine(id: CallId): Promise<string> {
  const restCalls = await fetchCalls();
  const line = restCalls[id];
  if (line === undefined) throw new Error(`No call is named ${id}`);
  return line;
}

function parseCallRoute(line: string): CallRoute {
  const [method = '', path = '', ...words] = line.split(' ');
  const getValue = (name: string) => words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const form = getValue('form');
  return {
    method,
    path,
    company: getValue('company'),
    hasBody: form !== undefined || words.includes('body'),
    form,
    changes: method !== 'GET' || words.includes('changes'),
    keepsSession: words.includes('keepsSession'),
  };
}

/** Options of the client: its callbacks to the app, and its dependencies. */
interface ApiOptions {
  readonly base: string;
  readonly fetch: typeof fetch;
  /** Waits; replaced in tests. */
  readonly wait: (ms: number) => Promise<void>;
  readonly getCookie: (name: string) => string | undefined;
  /** Names the session that calls are made in; null outside of one. An answer that comes after it was left says nothing about the next. */
  readonly getSession: () => string | null;
  /** Our own session is over (spec 1.8): a 401, or a 500 that says so. */
  readonly onSignedOut: () => void;
  /** The server asks to go slower; the call is repeated by itself. */
  readonly onSlowed: (text: string) => void;
  /** Stands in the words of an unknown error. */
  readonly supportEmail: string;
  /** True while staff act as somebody else: sends the isAdmin header of spec 1.6. The server does not rely on it. */
  readonly isAdmin: () => boolean;
}

const fillPath = (path: string, params: Readonly<Record<string, unknown>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The call needs ${name}`);
    return encodeURIComponent(String(value));
  });

function formatUrl(base: string, route: CallRoute, input: UntypedInput): string {
  const company = input.companyId;
  const [place, name] = (route.company ?? 'header').split('.');
  const named = name !== undefined && company !== undefined ? { [name]: company } : {};
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...(place === 'query' ? named : {}), ...input.query })) {
    if (value === undefined || value === null || value === '') continue;
    query.set(key, typeof value === 'boolean' ? String(Number(value)) : Array.isArray(value) ? value.join(',') : String(value));
  }
  const search = query.toString();
  return `${base}${fillPath(route.path, { ...(place === 'path' ? named : {}), ...input.params })}${search === '' ? '' : `?${search}`}`;
}

function createPayload(route: CallRoute, input: UntypedInput): { body?: string | FormData; headers: Record<string, string> } {
  if (!route.hasBody) return { headers: {} };
  const wire = requestToWire(input.body);
  if (route.form === undefined) return { body: JSON.stringify(wire), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  // A list travels as `groups[]`, once for each (RULE-109).
  for (const [key, value] of Object.entries(wire ?? {}))
    for (const each of [value].flat()) form.append(Array.isArray(value) ? `${key}[]` : key, typeof each === 'object' ? JSON.stringify(each) : String(each));
  for (const given of input.files ?? []) {
    const { field, file } = 'file' in given ? given : { field: route.form, file: given };
    form.append(field, file, file.name);
  }
  return { body: form, headers: {} };
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get('content-type') ?? '';
  return type.includes('json') ? fromWire(await response.json()) : await response.text();
}

const isUnauthenticated = (body: unknown): boolean =>
  body === unauthenticated || (typeof body === 'object' && body !== null && 'message' in body && body.message === unauthenticated);

/** The connection broke: an abort stays what it is. */
const toUnreachedError = (thrown: unknown): unknown =>
  thrown instanceof DOMException && thrown.name === 'AbortError'
    ? thrown
    : new ApiError({ status: 0, code: 'unreached', message: 'Can’t reach the server. Nothing was lost.', errors: [] });

const throwUnreached = (thrown: unknown): never => {
  throw toUnreachedError(thrown);
};

const parseRetryAfter = (response: Response): number | undefined => {
  if (response.status !== 429) return undefined;
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : limits.retry429Ms;
};

/** Makes the client. A 429 is repeated three times by itself (spec 1.8), but for calls that sign in: there the person is told. */
export function createApi(options: ApiOptions): Api {
  const fetchCsrfToken = async (): Promise<string> => {
    if (options.getCookie('XSRF-TOKEN') === undefined) await options.fetch(`${options.base}/csrf-cookie`, { credentials: 'same-origin' });
    return decodeURIComponent(options.getCookie('XSRF-TOKEN') ?? '');
  };

  const sendOnce = async (route: CallRoute, input: UntypedInput): Promise<Response> => {
    const { body, headers } = createPayload(route, input);
    if (input.bearer !== undefined) headers.authorization = `Bearer ${input.bearer}`;
    else if (route.changes) headers['x-xsrf-token'] = await fetchCsrfToken();
    if (route.company !== undefined && input.companyId !== undefined) headers['x-company-id'] = String(input.companyId);
    if (options.isAdmin()) headers.isAdmin = '1';
    return options.fetch(formatUrl(options.base, route, input), {
      method: route.method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
  };

  const sendWithRetries = async (route: CallRoute, input: UntypedInput): Promise<Response> => {
    let response = await sendOnce(route, input);
    if (response.status === 419) {
      await options.fetch(`${options.base}/csrf-cookie`, { credentials: 'same-origin' });
      response = await sendOnce(route, input);
    }
    for (let attempt = 0; response.status === 429 && !route.keepsSession && attempt < limits.retry429Attempts; attempt += 1) {
      options.onSlowed(messages.tooManyRequests);
      await options.wait(parseRetryAfter(response) ?? limits.retry429Ms);
      response = await sendOnce(route, input);
    }
    return response;
  };

  const call = async (id: CallId, input: UntypedInput): Promise<unknown> => {
    const line = firstCalls[id] ?? (await fetchCallLine(id).catch(throwUnreached));
    const parsed = parseCallRoute(line);
    const route = input.keepsSession ? { ...parsed, keepsSession: true } : parsed;
    const session = options.getSession();
    const response = await sendWithRetries(route, input).catch(throwUnreached);
    const body = await readBody(response).catch((thrown: unknown) => {
      if (!(thrown instanceof SyntaxError)) throw toUnreachedError(thrown);
      // It is not what it says it is: nobody of ours wrote it.
      if (response.ok) throw new ApiError({ ...readErrorBody(502, undefined, options.supportEmail), code: 'unreadable' });
    });
    if (response.ok) return body;
    const retryAfterMs = parseRetryAfter(response);
    const sessionOver = response.status === 401 || (response.status === 500 && isUnauthenticated(body));
    const refused = readErrorBody(sessionOver ? 401 : response.status, body, options.supportEmail);
    if (sessionOver && !route.keepsSession && session === options.getSession()) options.onSignedOut();
    throw new ApiError({ ...refused, ...(retryAfterMs === undefined ? {} : { retryAfterMs }), ...(route.changes ? {} : { isRead: true }) });
  };

  return { call: call as Api['call'] };
}
