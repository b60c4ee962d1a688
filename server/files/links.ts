/** Signed, expiring, company-bound links to files: whoever holds one may read that one file until it expires. */
import * as z from 'zod/mini';
import type { Sealer } from '../security/sealer.ts';

const purpose = 'file';
/** Links of one hour share an expiry, so that a browser's cache finds the file again; each lives at least 12 and at most 13 hours. */
const hourMs = 3_600_000;
const lifeHours = 13;

/** The address of a file, from the root: `/api/files/…`. */
export function fileUrl(sealer: Sealer, file: { readonly fileId: number; readonly companyId: number }): string {
  const expiresAt = (Math.floor(Date.now() / hourMs) + lifeHours) * hourMs;
  return `/api/files/${sealer.sign(purpose, { companyId: file.companyId, fileId: file.fileId }, expiresAt)}`;
}

const Link = z.object({ fileId: z.number(), companyId: z.number() });

/** Which file a link's token names; null when it was altered or has expired. */
export function readFileToken(sealer: Sealer, token: string): z.output<typeof Link> | null {
  return z.safeParse(Link, sealer.verify(purpose, token)).data ?? null;
}
