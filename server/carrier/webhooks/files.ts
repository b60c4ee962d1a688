/** Files that come from the carrier. */
import { fileTypeFromBuffer } from 'file-type';
import { type StoredFile, storeFile } from '../../files/storedFiles.ts';
import { isCleanable, PictureError } from '../../pictures/cleaner.ts';
import type { Services } from '../../services.ts';

/** Types whose bytes have no mark of their own. */
const plainTypes: Readonly<Record<string, string>> = { 'text/vcard': 'vcf', 'text/x-vcard': 'vcf', 'text/plain': 'txt' };

interface ReceivedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly extension: string;
}

/** A customer's picture without metadata. One that cannot be cleaned is kept for download, so that no browser decodes it by itself. */
async function cleaned(services: Services, company: number, file: ReceivedFile): Promise<ReceivedFile> {
  if (!isCleanable(file.contentType)) return file;
  return services.pictures.clean(file.bytes, `customers of ${company}`).catch((error: unknown) => {
    if (error instanceof PictureError && error.reason !== 'busy') return { ...file, contentType: 'application/octet-stream' };
    throw error;
  });
}

/** Fetches a file from the carrier and keeps it under a key made from `name`, so that a second time writes the same; null when it is gone. */
export async function storeCarrierFile(
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
  const kept = await cleaned(services, company, { bytes: fetched.bytes, contentType, extension });
  const file = `${name}.${kept.extension}`;
  return storeFile(services.files, `${company}/carrier/${file}`, { name: file, contentType: kept.contentType, bytes: kept.bytes });
}
