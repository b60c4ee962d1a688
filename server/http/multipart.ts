/** Multipart forms: files within the limits, told by their bytes and not by their label. */

import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { limits } from '#contract/core/limits.ts';
import { getErrorCode } from '../db/pool.ts';
import { isCleanable, type PictureCleaner, PictureError } from '../pictures/cleaner.ts';
import type { Services } from '../services.ts';
import { AppError } from './errors.ts';
import type { UploadedFile } from './handlers.ts';

/** Types of files that carriers deliver. SVG and HTML are text, can carry scripts and are none of these. Pictures are written anew by the cleaner. */
const accepted = /^(image\/[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(pdf|ogg)|text\/vcard)$/;
/** One recording can be called audio by one and video by another (ogg, webm, mp4). */
const family = (type: string) => (/^(audio|video|application\/ogg)/.test(type) ? 'audio or video' : (type.split('/')[0] ?? ''));
/** Labels that say nothing. */
const mute = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
const nameLength = 200;

/** The type that the bytes of a file say, with the extension of its names; null: any. */
interface DetectedType {
  readonly contentType: string;
  readonly extension: string | null;
}

/** Refuses a file whose bytes say that it is no text. */
async function checkText(bytes: Uint8Array): Promise<DetectedType> {
  const found = await fileTypeFromBuffer(bytes);
  if (found) throw new AppError('media_type', { message: `This file is ${found.mime}. Save it as CSV and send it again` });
  return { contentType: 'text/csv', extension: null };
}

async function detectContentType(bytes: Uint8Array, label: string): Promise<DetectedType> {
  const found = await fileTypeFromBuffer(bytes);
  const type = found?.mime === 'text/x-vcard' ? 'text/vcard' : (found?.mime ?? '');
  const named = label.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!accepted.test(type)) throw new AppError('media_type');
  if (type.startsWith('image/') && !isCleanable(type))
    throw new AppError('media_type', { message: `A picture of type ${type} can’t be read. Save it as JPG, PNG, GIF or WebP and add it again` });
  if (!mute.has(named) && family(named) !== family(type)) throw new AppError('media_type', { message: `This file says it is ${named}, but it is ${type}` });
  return { contentType: type, extension: found?.ext ?? null };
}

/** A picture without metadata, in a format that carriers deliver; any other file as it is. */
async function cleaned(file: UploadedFile, pictures: PictureCleaner, sender: string): Promise<UploadedFile> {
  if (!file.contentType.startsWith('image/')) return file;
  const { bytes, contentType, extension } = await pictures.clean(file.bytes, sender).catch((error: unknown) => {
    throw error instanceof PictureError ? toRefusal(error, file.field) : error;
  });
  const name = contentType === file.contentType ? file.name : `${file.name.replace(/\.\w{1,5}$/, '')}.${extension}`;
  return { ...file, bytes, contentType, name };
}

const busyRetrySeconds = 3;
function toRefusal({ reason, message }: PictureError, field: string): AppError {
  if (reason === 'busy') return new AppError('too_many_requests', { message, retryAfter: busyRetrySeconds });
  return new AppError(reason === 'unreadable' ? 'media_type' : 'too_large', { message, field });
}

/** A file's name without folders, control characters and what turns the direction of letters. */
const safeName = (name: string | undefined): string =>
  ((name ?? '').split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '').slice(-nameLength) || 'file';

/** Extensions of one type. */
const siblings: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['tif', 'tiff'],
  ['heic', 'heif'],
  ['mp3', 'mpga', 'mp2'],
  ['mp4', 'm4v', 'm4a', 'm4b', 'mov', 'qt', '3gp', '3g2', '3gpp'],
  ['ogg', 'oga', 'ogv', 'ogx', 'opus', 'spx'],
  ['webm', 'weba', 'mkv', 'mka'],
  ['vcf', 'vcard'],
];

/** A name whose extension is that of the file's type: a program does not pass for a document. One without an extension stays. */
function nameByType(name: string, extension: string): string {
  const given = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  if (given === undefined || given === extension || siblings.some((same) => same.includes(given) && same.includes(extension))) return name;
  return `${name.slice(0, nameLength - extension.length - 1)}.${extension}`;
}

/** Counts the parts that the boundary of a form announces, while its bytes come: the parser leaves out, without a word, those whose head it cannot read. */
function countAnnounced({ raw, headers }: FastifyRequest): { readonly read: () => number; readonly stop: () => void } {
  const [, quoted, plain = ''] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(headers['content-type'] ?? '') ?? [];
  const mark = Buffer.from(`\r\n--${quoted ?? plain}`);
  let rest: Buffer = Buffer.from('\r\n');
  let marks = 0;
  const look = (chunk: Buffer) => {
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, from)) {
      marks += 1;
      from = at + mark.length;
    }
    rest = bytes.subarray(Math.max(from, bytes.length - mark.length + 1));
  };
  raw.on('data', look);
  // The last one is the end of the form.
  return { read: () => marks - 1, stop: () => void raw.off('data', look) };
}

/** The parts of a form. A form that cannot be taken apart is the sender's mistake, whatever the parser calls it. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<MultipartFile | MultipartValue> {
  const parts = request.parts();
  const announced = countAnnounced(request);
  try {
    for (let read = 0; ; read += 1) {
      const { done, value } = await parts.next().catch(asMalformed);
      if (done && read < announced.read()) throw new AppError('malformed', { message: 'A part of this form could not be read' });
      if (done) return;
      yield value;
    }
  } finally {
    announced.stop();
    await parts.return?.();
  }
}

function asMalformed(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw getErrorCode(error)?.startsWith('FST_') ? error : new AppError('malformed', { message: 'This form could not be read', cause: error });
}

/** The name of a part's field. The parser leaves it out where the sender did. */
function fieldName(name: unknown): string {
  if (typeof name !== 'string') throw new AppError('malformed', { message: 'Each part of a form needs a name' });
  return name.replace(/\[\d*\]$/, '');
}

/** Reads a form: its text fields by name (a repeated one is a list) and its files, whose pictures are cleaned in the sender's turn. Refused before the first byte while disk space is low. */
export async function readForm(
  request: FastifyRequest,
  { pictures, space }: Pick<Services, 'pictures' | 'space'>,
  { sender, isText = false }: { readonly sender: string; readonly isText?: boolean },
): Promise<{ readonly fields: Record<string, unknown>; readonly files: UploadedFile[] }> {
  if ((await space.check()) !== 'enough') throw new AppError('storage_full');
  const fields: Record<string, unknown> = Object.create(null);
  const files: UploadedFile[] = [];
  let together = 0;
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      const name = fieldName(part.fieldname);
      const before = fields[name];
      fields[name] = before === undefined ? part.value : [before, part.value].flat();
      continue;
    }
    const bytes = await part.toBuffer().catch((error: unknown) => {
      throw getErrorCode(error) === 'FST_REQ_FILE_TOO_LARGE' ? new AppError('too_large') : asMalformed(error);
    });
    together += bytes.length;
    if (part.file.truncated || together > limits.mediaBytes) throw new AppError('too_large');
    const { contentType, extension } = await (isText ? checkText(bytes) : detectContentType(bytes, part.mimetype));
    const name = safeName(part.filename);
    files.push({ field: fieldName(part.fieldname), name: extension === null ? name : nameByType(name, extension), contentType, bytes });
  }
  const clean: UploadedFile[] = [];
  for (const file of files) clean.push(await cleaned(file, pictures, sender));
  if (clean.reduce((sum, { bytes }) => sum + bytes.length, 0) > limits.mediaBytes) throw new AppError('too_large');
  return { fields: { ...fields }, files: clean };
}
