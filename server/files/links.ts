/**
 * Addresses of files. A person's link names a file and opens nothing by itself: the session that fetches it must have a membership that sees the file at that moment.
 * A carrier's link is a capability, for that file alone and for an hour. A public link is one, too, for a picture: one that reviewers of a registration look at for a year, or the logo of a tenant.
 */
import * as z from 'zod/mini';
import type { Sealer } from '../security/sealer.ts';

const purposes = { person: 'file', carrier: 'carrier-file', public: 'public-picture', brand: 'brand-picture' } as const;
/** A text may wait at the carrier, and a caller in a queue, before the file is fetched. */
const carrierMs = 3_600_000;
/** A review takes weeks, and a registration is looked at again later. */
const publicMs = 366 * 86_400_000;

/** A file, and whose it is. */
interface FileAddress {
  readonly fileId: number;
  readonly companyId: number;
}

const formatAddress = (token: string) => `/api/files/${token}`;

/** The address of a file for people, from the root. It is the same each time, so that a browser's cache finds the file again. */
export const formatFileUrl = (sealer: Sealer, { fileId, companyId }: FileAddress): string => formatAddress(sealer.sign(purposes.person, { companyId, fileId }));

/** The address of a file that the carrier is to fetch, from the root. */
export const formatCarrierFileUrl = (sealer: Sealer, { fileId, companyId }: FileAddress): string =>
  formatAddress(sealer.sign(purposes.carrier, { companyId, fileId }, Date.now() + carrierMs));

/** The address of a picture that anybody may see who has it, from the root. Opens nothing but pictures. */
export const formatPublicPictureUrl = (sealer: Sealer, { fileId, companyId }: FileAddress): string =>
  formatAddress(sealer.sign(purposes.public, { companyId, fileId }, Date.now() + publicMs));

/** The address of a tenant's logo, from the root: the same each time, and good as long as the picture is there. Opens nothing but pictures. */
export const formatBrandPictureUrl = (sealer: Sealer, { fileId, companyId }: FileAddress): string =>
  formatAddress(sealer.sign(purposes.brand, { companyId, fileId }));

const Link = z.object({ fileId: z.number(), companyId: z.number() });

/** The file a link's token names, and for whom the link was made; null when it was altered or has expired. */
export function readFileToken(sealer: Sealer, token: string): (FileAddress & { readonly reach: 'carrier' | 'public' | 'person' }) | null {
  const carriers = z.safeParse(Link, sealer.verify(purposes.carrier, token)).data;
  if (carriers) return { ...carriers, reach: 'carrier' };
  const anybodys = z.safeParse(Link, sealer.verify(purposes.public, token) ?? sealer.verify(purposes.brand, token)).data;
  if (anybodys) return { ...anybodys, reach: 'public' };
  const persons = z.safeParse(Link, sealer.verify(purposes.person, token)).data;
  return persons ? { ...persons, reach: 'person' } : null;
}
