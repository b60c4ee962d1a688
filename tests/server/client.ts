/** A caller over real HTTP: keeps cookies, hands the CSRF token back, speaks the wire. Typed by the contract. */

import type { ErrorBody } from '#contract/core/errorBody.ts';
import type { Route, RouteBodyInput, RouteParamsInput, RouteQueryInput, RouteReply } from '#contract/core/route.ts';
import { fromWire, requestToWire } from '#contract/core/wire.ts';

/** A file of a form. */
export interface FormFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array | string;
  /** The first of the names the call reads when it is not given. */
  readonly field?: string;
}

type CompanyName = 'companyId' | 'company_id';
/** A client in a company names it by itself. */
type Named<T> = Omit<T, CompanyName> & Partial<Pick<T, CompanyName & keyof T>>;
type Part<K extends string, T> = Record<never, never> extends T ? { readonly [P in K]?: T } : { readonly [P in K]: T };
type BodyPart<R extends Route> = RouteBodyInput<R> extends undefined ? { readonly body?: undefined } : Part<'body', RouteBodyInput<R>>;
type CallInput<R extends Route> = Part<'params', Named<RouteParamsInput<R>>> &
  Part<'query', Named<RouteQueryInput<R>>> &
  BodyPart<R> & { readonly files?: readonly FormFile[]; readonly headers?: Readonly<Record<string, string>> };
type Args<R extends Route> = Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

/** Answer of any status. `body` is in the app's names. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}

/** A refusal, thrown by `call`. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly body: ErrorBody;
  readonly headers: Headers;

  constructor(route: string, answer: Answer) {
    const body = answer.body as ErrorBody;
    super(`${route} was refused with ${answer.status}: ${answer.text.slice(0, 300)}`);
    this.status = answer.status;
    this.code = body?.code ?? '';
    this.body = body;
    this.headers = answer.headers;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return fromWire(JSON.parse(text));
  } catch {
    return text;
  }
}

function formOf(body: unknown, files: readonly FormFile[], field = 'media'): FormData {
  const form = new FormData();
  // A list travels as `media[]`, once for each, as the app sends it (RULE-109).
  for (const [name, value] of Object.entries(isRecord(body) ? body : {}))
    for (const each of [value].flat()) form.append(Array.isArray(value) ? `${name}[]` : name, typeof each === 'object' ? JSON.stringify(each) : String(each));
  for (const file of files)
    form.append(file.field ?? field, new Blob([typeof file.bytes === 'string' ? file.bytes : new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return form;
}

interface LooseInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly files?: readonly FormFile[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export class Client {
  readonly origin: string;
  readonly cookies: Map<string, string>;
  readonly companyId: number | null;
  bearer: string | null = null;

  constructor(origin: string, cookies = new Map<string, string>(), companyId: number | null = null) {
    this.origin = origin;
    this.cookies = cookies;
    this.companyId = companyId;
  }

  /** The same caller with a company selected: named in the header, in paths and in queries. */
  in(company: number | { readonly id: number }): Client {
    const client = new Client(this.origin, this.cookies, typeof company === 'number' ? company : company.id);
    client.bearer = this.bearer;
    return client;
  }

  /** Calls and returns the reply; throws `Refused` when the server refuses. */
  async call<const R extends Route>(route: R, ...[input]: Args<R>): Promise<RouteReply<R>> {
    const answer = await this.exchange(route, input ?? {});
    if (answer.status >= 400) throw new Refused(`${route.method} ${route.path}`, answer);
    return answer.body as RouteReply<R>;
  }

  /** Calls and returns the refusal; throws when the server did not refuse. */
  async refusal<const R extends Route>(route: R, ...[input]: Args<R>): Promise<Refused> {
    const answer = await this.exchange(route, input ?? {});
    if (answer.status < 400) throw new Error(`${route.method} ${route.path} was answered with ${answer.status}`);
    return new Refused(`${route.method} ${route.path}`, answer);
  }

  /** Calls with whatever one likes, also what the contract does not allow. */
  async exchange(route: Route, input: LooseInput = {}): Promise<Answer> {
    const changes = route.method !== 'GET' || route.changes === true;
    if (changes && this.bearer === null && !this.cookies.has('XSRF-TOKEN')) await this.fetch('/api/csrf-cookie');
    const headers: Record<string, string> = { ...this.#own(changes), ...input.headers };
    const body = input.body === undefined ? undefined : requestToWire(input.body);
    if (input.files) return this.fetch(this.#address(route, input), { method: route.method, headers, body: formOf(body, input.files, route.files?.[0]) });
    if (body === undefined) return this.fetch(this.#address(route, input), { method: route.method, headers });
    return this.fetch(this.#address(route, input), {
      method: route.method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  /** A file as the browser fetches it: with the session's cookie, its bytes as they are. */
  download(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return fetch(new URL(url, this.origin), { headers: { ...headers, cookie } });
  }

  /** A plain request with this caller's cookies. */
  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (this.bearer !== null) headers.set('authorization', `Bearer ${this.bearer}`);
    const response = await fetch(new URL(path, this.origin), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : parsed(text), text };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const isGone = attributes.some((attribute) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
    if (isGone) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)));
  }

  #own(changes: boolean): Record<string, string> {
    const token = this.cookies.get('XSRF-TOKEN');
    return {
      ...(this.companyId === null ? {} : { 'x-company-id': String(this.companyId) }),
      ...(changes && token !== undefined && this.bearer === null ? { 'x-xsrf-token': token } : {}),
    };
  }

  #address(route: Route, input: LooseInput): string {
    const params = new Map(Object.entries(input.params ?? {}));
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params.get(name) ?? (name === 'companyId' && this.companyId !== null ? this.companyId : ''))),
    );
    const query = new URLSearchParams();
    for (const name of ['companyId', 'company_id']) {
      if (route.company === `query.${name}` && this.companyId !== null) query.set(name, String(this.companyId));
    }
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) query.set(name, Array.isArray(value) ? value.join(',') : String(typeof value === 'boolean' ? Number(value) : value));
    }
    return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
  }
}
