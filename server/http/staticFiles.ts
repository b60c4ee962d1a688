/** The app's pages: built files in production, Vite with hot reload in development. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientConfig } from '#contract/system/entities.ts';
import { formatBrandStyle } from '#contract/tenant/brand.ts';
import { readSessionSecret } from '../domains/auth/cookies.ts';
import { readClientConfig } from '../domains/system/clientConfig.ts';
import type { Services } from '../services.ts';
import { sendError } from './errorHandler.ts';
import { AppError } from './errors.ts';

export type Web = 'dist' | 'vite' | 'none';

const root = fileURLToPath(new URL('../..', import.meta.url));
const yearSeconds = 31_536_000;
/** Ways in that are no pages: what is unknown there is refused, not answered with a page. */
const machinery = /^\/(api|apps|app|webhooks|assets|data)(\/|$)/;
/** Paths of files: hidden ones, and names with an extension. None of our pages has such an address but `/do/{command}`, whose ids have dots. */
const isFile = (path: string) => /(^|\/|%2f)(\.|%2e)/i.test(path) || (!path.startsWith('/do/') && /(\.|%2e)[a-z][a-z0-9_~-]*\/?$/i.test(path));

/** The page of the consumer catalog and its addresses, and the files it is made of. */
const isOfCatalog = (path: string) => path === '/catalog' || path.startsWith('/catalog/');
const catalogPage = 'catalog/catalog.html';
/** The catalog is open, and this is a host of our own; elsewhere its addresses are the app's as any others are. */
const hasCatalog = ({ config }: Services, { tenantHost }: Pick<FastifyRequest, 'tenantHost'>) => config.hasCatalog && tenantHost === null;

const getPath = (request: FastifyRequest) => request.url.split('?')[0] ?? '';
const isPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') && !machinery.test(getPath(request)) && !isFile(getPath(request));

function refuse(request: FastifyRequest, reply: FastifyReply) {
  return sendError(new AppError('not_found'), request, reply);
}

/** Requests that a signed-in user's app certainly makes first: the browser fetches them beside the scripts. */
const askedFirst = ['/api/user', '/api/me/companies', '/api/me/preferences', '/api/me/keymap', '/api/me/layouts']
  .map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}" />`)
  .join('');

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const ownTitle = '<title>Keyline</title>';
const formatTitle = ({ name }: ClientConfig) => `<title>${escapeHtml(name)}</title>`;

/** The brand of the host in the page itself, so that the first frame has it: colors, and the logo fetched beside the scripts. */
function formatBrand({ brand }: ClientConfig): string {
  if (brand === null) return '';
  const style = formatBrandStyle(brand.accent);
  const logo = brand.logoUrl === null ? '' : `<link rel="preload" as="image" href="${escapeHtml(brand.logoUrl)}" />`;
  return `${style === '' ? '' : `<style id="brand">${style}</style>`}${logo}`;
}

async function serveDist(app: FastifyInstance, services: Services): Promise<void> {
  const dist = resolve(root, 'dist');
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path, _root, request) => !isOfCatalog(path) || hasCatalog(services, request),
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${yearSeconds}, immutable` : 'no-store');
    },
  });
  // Data, no script: the content policy lets nothing run that stands in a page.
  const formatConfig = (config: ClientConfig) =>
    `<script type="application/json" id="client-config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`;
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) return refuse(request, reply);
    const isCatalog = isOfCatalog(getPath(request)) && hasCatalog(services, request);
    const [page, config] = await Promise.all([
      readFile(resolve(dist, isCatalog ? catalogPage : 'index.html'), 'utf8'),
      readClientConfig(services, request.tenantHost),
    ]);
    const head = `${isCatalog || readSessionSecret(request) === null ? '' : askedFirst}${formatBrand(config)}${formatConfig(config)}</head>`;
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace(ownTitle, () => formatTitle(config)).replace('</head>', () => head));
  };
  // A folder is no file: without an encoding to try, the static files would refuse the start page.
  app.get('/', sendPage);
  app.get('/catalog', sendPage);
  app.setNotFoundHandler(sendPage);
}

async function serveVite(app: FastifyInstance, services: Services): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, appType: 'spa', configLoader: 'native', server: { middlewareMode: true, hmr: { server: app.server } } });
  app.addHook('onClose', () => vite.close());
  const sendCatalog = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await vite.transformIndexHtml(request.url, await readFile(resolve(root, 'catalog.html'), 'utf8'));
    return reply.type('text/html; charset=utf-8').send(page);
  };
  app.setNotFoundHandler((request, reply) => {
    if (/^\/(api|apps|app|webhooks)(\/|$)/.test(getPath(request))) return refuse(request, reply);
    if (isOfCatalog(getPath(request)) && isPage(request) && hasCatalog(services, request)) return sendCatalog(request, reply);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    vite.middlewares(request.raw, reply.raw);
    return undefined;
  });
}

/** Answers everything that is neither API nor socket. */
export async function serveWeb(app: FastifyInstance, web: Web, services: Services): Promise<void> {
  if (web === 'dist') await serveDist(app, services);
  else if (web === 'vite') await serveVite(app, services);
  else app.setNotFoundHandler(refuse);
}
