/** Files by their signed links, whole or in ranges. */
import type { FastifyReply } from 'fastify';
import type { routes } from '#contract/index.ts';
import { db } from '../../db/tenancy.ts';
import { readFileToken } from '../../files/links.ts';
import { Refusal } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range a request asks for: null for the whole, `unsatisfiable` for one outside the file. Several ranges at once are answered with the whole. */
function rangeOf(header: string | undefined, bytes: number): Range | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}

/** Shown in the page; anything else is downloaded. */
const shown = /^(image\/(jpeg|png|gif|webp|bmp|avif)|audio\/|video\/|application\/pdf)/;

function disposition(name: string, contentType: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  return `${shown.test(contentType) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}

function describe(reply: FastifyReply, file: { readonly name: string; readonly content_type: string }): void {
  reply.headers({
    'content-type': file.content_type,
    'content-disposition': disposition(file.name, file.content_type),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
  });
}

export const sendFile: Handler<typeof routes.system.file> = async ({ params, request, reply, services }) => {
  const link = readFileToken(services.sealer, params.token);
  if (!link) throw new Refusal('link_expired', { message: 'This link to a file has expired; open the conversation again' });
  const file = await services.tenancy.company([link.companyId], null, () =>
    db().selectFrom('files').select(['name', 'content_type', 'bytes', 'storage_key']).where('id', '=', link.fileId).executeTakeFirst(),
  );
  if (!file) throw new Refusal('not_found');
  const range = rangeOf(request.headers.range, file.bytes);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  const stream = await services.files.read(file.storage_key, range ?? undefined);
  if (!stream) throw new Refusal('not_found');
  describe(reply, file);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  reply.header('content-length', range ? range.end - range.start + 1 : file.bytes);
  return reply.send(stream);
};
