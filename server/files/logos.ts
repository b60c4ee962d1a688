/** Logos of companies and organizations: pictures under keys of their own. */
import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { maxLogoBytes } from '#contract/organizations/branding.ts';
import { AppError } from '../http/errors.ts';
import type { UploadedFile } from '../http/handlers.ts';
import { readPicture } from './pictures.ts';
import type { FileStore } from './store.ts';

/** A logo as its owner's row holds it. */
export interface Logo {
  readonly logo_key: string | null;
  readonly logo_type: string | null;
}

/** A logo that is none. */
export const noLogo: Logo = { logo_key: null, logo_type: null };

/** Puts the logo of a form into the store, with no transaction open; null where the form has none. Refuses what is no picture, a second file, and more than 1 MB. */
export async function storeLogo(files: FileStore, uploads: readonly UploadedFile[], folder: string): Promise<Logo | null> {
  const picture = readPicture(uploads, { field: 'logo', maxBytes: maxLogoBytes });
  if (!picture) return null;
  const { file, ending } = picture;
  const key = `logos/${folder}/${randomUUID()}.${ending}`;
  await files.put(key, file.bytes);
  return { logo_key: key, logo_type: file.contentType };
}

/** Runs the work that records a stored logo, and removes the one that is shown no more: the new one where it is refused, the old one where it is recorded. */
export async function withLogo(files: FileStore, stored: Logo | null, record: () => Promise<Logo>): Promise<void> {
  const removeUnused = async ({ logo_key: key }: Logo) => {
    // A file that stays is shown nowhere: what failed here does not fail the change.
    if (key !== null) await files.remove(key).catch(() => undefined);
  };
  const before = await record().catch(async (error: unknown) => {
    if (stored && error instanceof AppError) await removeUnused(stored);
    throw error;
  });
  await removeUnused(before);
}

/** Answers with a logo. Its address changes with it, so that the browser may keep it. */
export async function sendLogo(files: FileStore, { logo_key: key, logo_type: type }: Logo, reply: FastifyReply) {
  const content = key === null ? null : await files.read(key);
  if (content === null || type === null) throw new AppError('not_found');
  return reply
    .headers({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=86400',
    })
    .send(content);
}
