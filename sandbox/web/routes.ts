/** Pages of the web, by host and path: hosts of tenants that lead to the app, as a proxy with certificates in front of it would pass them on; sites of businesses with privacy policies and terms, good and bad: `sharing.example` shares mobile data, `login.example` is behind a sign-in, `down.example` answers 503. What is posted to the receiver of webhooks is passed on to it. */
import type { FastifyInstance } from 'fastify';
import { hookHost, type SandboxHooks } from '../hooks/receiver.ts';
import { escapeHtml } from '../page.ts';
import { type DemoSite, demoHost } from './demoSite.ts';
import { createTenantEdge } from './tenantEdge.ts';

const pages: Readonly<Record<string, readonly string[]>> = {
  '/privacy': [
    'We collect what you give us to serve you.',
    'We do not share mobile numbers or text messaging consent with third parties or affiliates for marketing.',
  ],
  '/terms': ['Message frequency varies. Message and data rates may apply.', 'Reply STOP to opt out, HELP for help.'],
};

const format = (title: string, lines: readonly string[]) =>
  `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</body></html>`;

/** `northwind-motors.example` → `Northwind Motors`. */
const toName = (host: string) =>
  host
    .replace(/^www\./, '')
    .split('.')[0]
    ?.split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ') ?? host;

/** Registers the pages. `getAppUrl`: the app, which hosts of tenants lead to. `site`: the site with dynamic numbers. */
export async function registerWebRoutes(
  app: FastifyInstance,
  { getAppUrl, site, hooks }: { readonly getAppUrl: () => string; readonly site: DemoSite; readonly hooks: SandboxHooks },
): Promise<void> {
  const edge = createTenantEdge(app, getAppUrl);
  await app.register(async (receiver) => {
    // Bodies as they came: a signature is over bytes.
    receiver.removeAllContentTypeParsers();
    receiver.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    receiver.post<{ Params: { host: string; '*': string } }>('/:host/*', async ({ params, headers, body }, reply) =>
      params.host === hookHost ? hooks.take({ path: `/${params['*']}`, headers, body: String(body ?? '') }, reply) : reply.code(404).send(),
    );
  });
  app.get<{ Params: { host: string; '*': string } }>('/:host/*', async ({ params }, reply) => {
    const { host } = params;
    const path = `/${params['*']}`;
    if (path === '/.well-known/keyline-domain') return edge.pass(host, path, reply);
    if (host === demoHost) {
      const page = site.render(path);
      return page === null
        ? reply.code(404).type('text/plain').send('Not found')
        : reply.type(page.type).header('content-security-policy', page.policy).send(page.body);
    }
    reply.type('text/html; charset=utf-8');
    if (host.endsWith('down.example')) return reply.code(503).send(format('Unavailable', []));
    if (host.endsWith('login.example') && path !== '/login') return reply.redirect(`https://${host}/login`, 302);
    if (path === '/login') return reply.send('<form><label>Password <input type="password"></label></form>');
    if (host.endsWith('sharing.example') && path === '/privacy')
      return reply.send(format('Privacy', ['We share your mobile number and text message history with our marketing partners.']));
    return reply.send(format(toName(host), [`Welcome to ${toName(host)}.`, ...(pages[path] ?? ['Sales and service since 1987.'])]));
  });
}
