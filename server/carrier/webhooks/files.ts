/** Files that come from the carrier: fetched and kept outside of a transaction, recorded inside of it. */
import { fileTypeFromBuffer } from 'file-type';
import { companyId, db } from '../../db/tenancy.ts';
import type { Services } from '../../services.ts';

export interface KeptFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly storageKey: string;
}

/** Types whose bytes have no mark of their own. */
const plainTypes: Readonly<Record<string, string>> = { 'text/vcard': 'vcf', 'text/x-vcard': 'vcf', 'text/plain': 'txt' };

/** Fetches a file from the carrier and keeps it under a key made from `name`, so that a second time writes the same; null when it is gone. */
export async function keepFile(services: Services, company: number, name: string, address: string): Promise<KeptFile | null> {
  const fetched = await services.carrier.fetchMedia(address);
  if (!fetched) return null;
  const known = await fileTypeFromBuffer(fetched.bytes);
  const label = fetched.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const plain = plainTypes[label];
  const [contentType, extension] = known ? [known.mime, known.ext] : plain === undefined ? ['application/octet-stream', 'bin'] : [label, plain];
  const storageKey = `${company}/carrier/${name}.${extension}`;
  await services.files.put(storageKey, fetched.bytes);
  return { name: `${name}.${extension}`, contentType, bytes: fetched.bytes.length, storageKey };
}

/** The row of a kept file in the open transaction's company. */
export async function recordFile(file: KeptFile): Promise<number> {
  const { id } = await db()
    .insertInto('files')
    .values({ company_id: companyId(), name: file.name, content_type: file.contentType, bytes: file.bytes, storage_key: file.storageKey })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
