/** Files by their links, whole or in ranges. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { routes } from '#contract/index.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { readFileToken } from '../../files/links.ts';
import { assertActive, assertOfHost, findCaller, findCallerMembership } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handler, Membership } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { auditRead } from '../auth/audit.ts';
import { hasSessionCredentials } from '../auth/sessions.ts';
import { canFetchFile } from './fileAccess.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range a request asks for: null for the whole, `unsatisfiable` for one outside the file. Several ranges at once are answered with the whole. */
function parseRange(header: string | undefined, bytes: number): Range | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}

/** Shown in the page; anything else is downloaded. Of pictures those that the cleaner writes. */
const shown = /^(image\/(jpeg|png|gif|webp)|audio\/|video\/|application\/pdf)/;

function disposition(name: string, contentType: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  return `${shown.test(contentType) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}

/** The browser asks each time, so that who may no longer see a file does not. */
const cacheControl = 'private, no-cache';

function describe(reply: FastifyReply, file: { readonly name: string; readonly content_type: string }): void {
  reply.headers({
    'content-type': file.content_type,
    'content-disposition': disposition(file.name, file.content_type),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
  });
}

/** Finds the caller of a fetch and their current membership. Refuses nobody's session (401) and one without a membership in the company (404, as for a file that is not there). */
async function visitorOf(
  companyId: number,
  request: FastifyRequest,
  services: Services,
): Promise<{ readonly caller: AuthUser; readonly membership: Membership }> {
  if (!hasSessionCredentials(request)) throw new AppError('unauthenticated');
  return services.tenancy.identityReading(async () => {
    const found = await findCaller(request, services);
    if (!found) throw new AppError('unauthenticated');
    assertOfHost(found.caller, companyId);
    const membership = await findCallerMembership(found.caller, companyId);
    if (!membership) throw new AppError('not_found');
    assertActive(membership);
    return { caller: found.caller, membership };
  });
}

const stream: Handler<typeof routes.system.file> = async ({ params, request, reply, services }) => {
  const link = readFileToken(services.sealer, params.token);
  if (!link) throw new AppError('link_expired', { message: 'This file link expired. Reopen the conversation.' });
  const visitor = link.reach !== 'person' ? null : await visitorOf(link.companyId, request, services);
  const file = await services.tenancy.companyReading([link.companyId], visitor?.caller.userId ?? null, async () => {
    if (visitor && !(await canFetchFile(visitor.membership, visitor.caller, link.fileId))) return undefined;
    return currentTransaction().selectFrom('files').select(['name', 'content_type', 'bytes', 'storage_key']).where('id', '=', link.fileId).executeTakeFirst();
  });
  if (!file || (link.reach === 'public' && !file.content_type.startsWith('image/'))) throw new AppError('not_found');
  if (visitor && visitor.caller.impersonatorId !== null) {
    const read = { authUser: visitor.caller, companyId: link.companyId, route: 'system.file', params: { fileId: link.fileId } };
    await services.tenancy.identity(() => auditRead(read, request));
  }
  // The bytes of a file never change: who has them needs to hear only that they may still be seen.
  const tag = `"file-${link.fileId}"`;
  reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).header('cache-control', cacheControl).send();
  const range = parseRange(request.headers.range, file.bytes);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  const content = await services.files.read(file.storage_key, range ?? undefined);
  if (!content) throw new AppError('not_found');
  describe(reply, file);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  reply.header('content-length', range ? range.end - range.start + 1 : file.bytes);
  return reply.send(content);
};

/** True where the link was opened in a browser's window, and a person would read the refusal as the page. */
const isOpenedAsPage = (request: FastifyRequest) => (request.headers.accept ?? '').includes('text/html');

/** A link that has expired, or whose session has: what FLOW-027 shows with the way to sign in. */
const needsSignIn = (thrown: unknown) => thrown instanceof AppError && (thrown.code === 'link_expired' || thrown.code === 'unauthenticated');

/** GET /files/{token}. Opened as a page, an expired link leads to the app, which says so and lets the person sign in. */
export const sendFile: Handler<typeof routes.system.file> = async (input) => {
  try {
    return await stream(input);
  } catch (thrown) {
    if (!needsSignIn(thrown) || !isOpenedAsPage(input.request)) throw thrown;
    return input.reply.header('cache-control', 'no-store').redirect('/link-expired', 303);
  }
};
