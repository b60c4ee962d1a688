/** Files that come from the carrier. */
import { fileTypeFromBuffer } from 'file-type';
import { type StoredFile, storeFile } from '../../domains/storedFiles.ts';
import type { Services } from '../../services.ts';

/** Types whose bytes have no mark of their own. */
const plainTypes: Readonly<Record<string, string>> = { 'text/vcard': 'vcf', 'text/x-vcard': 'vcf', 'text/plain': 'txt' };

/** Fetches a file from the carrier and keeps it under a key made from `name`, so that a second time writes the same; null when it is gone. */
export async function keepFile(
  services: Services,
  company: number,
  name: string,
  address: string,
  what: 'media' | 'recording',
): Promise<StoredFile | 'too large' | null> {
  const fetched = await services.carrier.fetchMedia(address, what);
  if (fetched === null || fetched === 'too large') return fetched;
  const known = await fileTypeFromBuffer(fetched.bytes);
  const label = fetched.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const plain = plainTypes[label];
  const [contentType, extension] = known ? [known.mime, known.ext] : plain === undefined ? ['application/octet-stream', 'bin'] : [label, plain];
  const file = `${name}.${extension}`;
  return storeFile(services.files, `${company}/carrier/${file}`, { name: file, contentType, bytes: fetched.bytes });
}
