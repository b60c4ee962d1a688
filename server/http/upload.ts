/** Multipart forms: files within the limits, told by their bytes and not by their label. */

import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { limits } from '#contract/limits.ts';
import { codeOf } from '../db/pool.ts';
import { Refusal } from './errors.ts';
import type { UploadedFile } from './handlers.ts';

/** What carriers deliver. SVG and HTML are text, can carry scripts and are none of these. */
const accepted = /^(image\/(jpeg|png|gif|webp|bmp|tiff|heic|heif|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(pdf|ogg)|text\/vcard)$/;
/** One recording can be called audio by one and video by another (ogg, webm, mp4). */
const family = (type: string) => (/^(audio|video|application\/ogg)/.test(type) ? 'sound or film' : (type.split('/')[0] ?? ''));
/** Labels that say nothing. */
const mute = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
const nameLength = 200;

async function contentTypeOf(bytes: Uint8Array, label: string): Promise<string> {
  const found = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  const type = found === 'text/x-vcard' ? 'text/vcard' : found;
  const named = label.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!accepted.test(type)) throw new Refusal('media_type');
  if (!mute.has(named) && family(named) !== family(type)) throw new Refusal('media_type', { message: `This file says it is ${named}, but it is ${type}` });
  return type;
}

/** A file's name without folders and control characters. */
export function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return last.replace(/[\u0000-\u001f\u007f"<>|:*?]/g, '').slice(-nameLength) || 'file';
}

const fieldName = (name: string) => name.replace(/\[\d*\]$/, '');

/** Reads a form: its text fields by name (a repeated one is a list) and its files. */
export async function readForm(request: FastifyRequest): Promise<{ readonly fields: Record<string, unknown>; readonly files: UploadedFile[] }> {
  const fields: Record<string, unknown> = Object.create(null);
  const files: UploadedFile[] = [];
  let together = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const name = fieldName(part.fieldname);
      const before = fields[name];
      fields[name] = before === undefined ? part.value : [before, part.value].flat();
      continue;
    }
    const bytes = await part.toBuffer().catch((error: unknown) => {
      throw codeOf(error) === 'FST_REQ_FILE_TOO_LARGE' ? new Refusal('too_large') : error;
    });
    together += bytes.length;
    if (part.file.truncated || together > limits.mediaBytes) throw new Refusal('too_large');
    files.push({ field: fieldName(part.fieldname), name: safeName(part.filename), contentType: await contentTypeOf(bytes, part.mimetype), bytes });
  }
  return { fields: { ...fields }, files };
}
