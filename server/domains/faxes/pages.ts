/** The worker of `fax.pages`: draws the pages of a fax and hangs them on its item. Repeated from the start it writes the same files, and hangs them once. */

import { buffer } from 'node:stream/consumers';
import { limits } from '#contract/core/limits.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { recordFile, type StoredFile, storeFile } from '../../files/storedFiles.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { updateItem } from '../conversations/repository.ts';
import { drawDocument } from './document.ts';
import { faxPages } from './jobs.ts';

/** Dots of a page's width: some 150 to an inch, as fine as a fax. */
const pageWidth = 1_240;
const ms = 180_000;

/** A fax, by its item. */
interface FaxRef {
  readonly companyId: number;
  readonly itemId: number;
}

/** Has the pages of a fax of the open company drawn, once the transaction commits. */
export const enqueuePages = ({ jobs }: Pick<Services, 'jobs'>, itemId: number): Promise<void> =>
  jobs.enqueue(faxPages, { companyId: companyId(), itemId }, { key: `pages-${itemId}` });

/** Draws the pages of a fax that waits for them. */
export async function drawPages(services: Services, fax: FaxRef): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([fax.companyId], null, work);
  const document = await within(() => findDocument(fax.itemId));
  if (!document) return;
  failpoint('fax.pages: before drawing');
  const stream = await services.files.read(document);
  if (!stream) return void (await within(() => settle(fax.itemId, null, [])));
  const stored: StoredFile[] = [];
  const drawn = await drawDocument(
    await buffer(stream),
    { draw: limits.faxPages, width: pageWidth, mostPages: Number.MAX_SAFE_INTEGER, ms, mostWaiting: Number.POSITIVE_INFINITY },
    async ({ page, png }) => {
      const name = `fax-${fax.itemId}-${page}.png`;
      stored.push(await storeFile(services.files, `${fax.companyId}/fax/${name}`, { name, contentType: 'image/png', bytes: png }));
    },
  );
  failpoint('fax.pages: after drawing');
  const hasSettled = await within(() => settle(fax.itemId, drawn.pages, 'fault' in drawn ? [] : stored));
  // Another run may have kept the same files: only the one that settled knows that no row names them.
  if (hasSettled && 'fault' in drawn) await Promise.allSettled(stored.map(({ storageKey }) => services.files.remove(storageKey)));
  failpoint('fax.pages: after settling');
}

/** Finds the storage key of the document of a fax whose pages wait to be drawn. */
async function findDocument(itemId: number): Promise<string | null> {
  const row = await currentTransaction()
    .selectFrom('items')
    .innerJoin('item_media', 'item_media.item_id', 'items.id')
    .innerJoin('files', 'files.id', 'item_media.file_id')
    .select('files.storage_key')
    .where('items.company_id', '=', companyId())
    .where('items.id', '=', itemId)
    .where('items.pages_state', '=', 'waiting')
    .where('files.content_type', '=', 'application/pdf')
    .executeTakeFirst();
  return row?.storage_key ?? null;
}

/** Hangs the pages on their item, once; false when that was done before. Without any they are unreadable. */
async function settle(itemId: number, pages: number | null, stored: readonly StoredFile[]): Promise<boolean> {
  const row = await currentTransaction()
    .selectFrom('items')
    .select('pages_state')
    .where('company_id', '=', companyId())
    .where('id', '=', itemId)
    .where('pages_state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  for (const [at, file] of stored.entries()) {
    const fileId = await recordFile(file);
    await currentTransaction()
      .insertInto('item_media')
      .values({ company_id: companyId(), item_id: itemId, file_id: fileId, position: at + 1 })
      .execute();
  }
  await updateItem(itemId, { pages_state: stored.length > 0 ? 'drawn' : 'unreadable', ...(pages === null ? {} : { pages }) });
  return true;
}
