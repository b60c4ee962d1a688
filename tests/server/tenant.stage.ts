/** Requests to a host of a tenant, which `fetch` cannot name: over a plain connection, with its own Host header. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fromWire } from '#contract/core/wire.ts';
import type { Sandbox } from '#sandbox/server.ts';
import type { Person, TestCompany, TestServer } from './harness.ts';

interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
}

const parse = (body: string): unknown => {
  try {
    return fromWire(JSON.parse(body));
  } catch {
    return body;
  }
};

interface Given {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Asks a server under a host of one's choice. */
export function askHost(url: string, host: string, path: string, { method = 'GET', headers = {}, body }: Given = {}): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const more = sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) };
    const asked = request(new URL(path, url), { method, agent: false, headers: { host, ...more, ...headers } }, (message) => {
      text(message).then((got) => resolve({ status: message.statusCode ?? 0, headers: message.headers, text: got, body: parse(got) }), reject);
    });
    asked.on('error', reject);
    asked.end(sent);
  });
}

/** Cookies of an answer, by name. */
export const readCookies = ({ headers }: HostAnswer): Map<string, string> =>
  new Map(
    [headers['set-cookie'] ?? []].flat().map((line) => {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );

/** Host to which the records of a domain lead in tests. */
export const target = 'edge.keyline.example';

/** Publishes records as a checklist says. */
export function publish(sandbox: Sandbox, records: readonly { readonly type: string; readonly name: string; readonly value: string }[]): void {
  for (const { type, name, value } of records) sandbox.nameServer.put({ name, type: type === 'TXT' ? 'TXT' : 'CNAME', values: [value] });
}

/** A domain of a company that is in use, at `app.` and `api.`. */
export async function putDomainInUse({ owner, services }: TestServer, { id }: TestCompany, domain: string): Promise<void> {
  const hosts = { app_subdomain: 'app', api_subdomain: 'api', app_host: `app.${domain}`, api_host: `api.${domain}` };
  await owner
    .insertInto('custom_domains')
    .values({ company_id: id, domain, ...hosts, auth_token_hash: 'x', verified_at: new Date(), synced_at: new Date() })
    .execute();
  services.tenantHosts.invalidate();
}

/** Signs a person in by password at a host; `ask` calls the API there with their session, by POST where a body but no method is given. */
export async function signInAt(server: Pick<TestServer, 'url'>, host: string, { email }: Pick<Person, 'email'>, password: string) {
  const csrf = readCookies(await askHost(server.url, host, '/api/csrf-cookie')).get('XSRF-TOKEN') ?? '';
  const headers = { cookie: `XSRF-TOKEN=${csrf}`, 'x-xsrf-token': decodeURIComponent(csrf) };
  const cookies = readCookies(await askHost(server.url, host, '/api/sanctum/login', { method: 'POST', headers, body: { email, password } }));
  const token = cookies.get('XSRF-TOKEN') ?? csrf;
  const held = { cookie: `XSRF-TOKEN=${token}; keyline_session=${cookies.get('keyline_session') ?? ''}`, 'x-xsrf-token': decodeURIComponent(token) };
  return (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
    askHost(server.url, host, `/api${path}`, { headers: held, method, body });
}
