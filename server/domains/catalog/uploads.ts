/** Files that accounts send to support: kept, mailed to the support address by a job, and removed from the store when 30 days are over or their account is gone. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { supportDays, supportFiles } from '#contract/catalog/limits.ts';
import type { routes } from '#contract/index.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { currentTransaction } from '../../db/tenancy.ts';
import { type StoredFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { AppError } from '../../http/errors.ts';
import type { Handler } from '../../http/handlers.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import { toMailLine } from '../../mail/line.ts';
import type { Services } from '../../services.ts';
import { consumeAttempt } from '../auth/rateLimiter.ts';
import { catalogSupport } from './jobs.ts';
import { lockAccount } from './offers.ts';

/** Uploads that are forgotten in one go. */
const atOnce = 100;

/** The files of an upload, in the order they were sent. In the open transaction. */
const listFiles = (uploadId: number) =>
  currentTransaction()
    .selectFrom('catalog_files')
    .select(['id', 'name', 'content_type', 'bytes', 'storage_key'])
    .where('upload_id', '=', uploadId)
    .orderBy('position')
    .execute();

interface Upload {
  readonly accountId: number;
  readonly key: string;
  readonly stored: readonly StoredFile[];
}

/** Records an upload and the job that mails it; the same key again is the same upload, and its files are not kept twice. In the account's transaction. */
async function record(services: Services, { accountId, key, stored }: Upload) {
  await lockAccount(accountId);
  const uploads = currentTransaction().selectFrom('catalog_uploads').select('id').where('account_id', '=', accountId);
  const known = await uploads.where('client_key', '=', key).executeTakeFirst();
  if (known) return { isRecorded: false, files: await listFiles(known.id) };
  const { id } = await currentTransaction()
    .insertInto('catalog_uploads')
    .values({ account_id: accountId, client_key: key })
    .returning('id')
    .executeTakeFirstOrThrow();
  await currentTransaction()
    .insertInto('catalog_files')
    .values(
      stored.map(({ name, contentType, bytes, storageKey }, position) => ({
        upload_id: id,
        position,
        name,
        content_type: contentType,
        bytes,
        storage_key: storageKey,
      })),
    )
    .execute();
  await services.jobs.enqueue(catalogSupport, { uploadId: id }, { key: `catalog-upload-${id}` });
  return { isRecorded: true, files: await listFiles(id) };
}

/** POST /caddy/support/upload-file (CALL-274). */
export const uploadFiles: Handler<typeof routes.catalog.uploadFiles> = async ({ body, files, account, services }) => {
  if (files.length === 0) throw new AppError('invalid', { field: 'files', message: 'Choose a file' });
  if (files.length > supportFiles) throw new AppError('invalid', { field: 'files', message: `Send up to ${supportFiles} files` });
  await consumeAttempt([{ allowance: 'catalogFiles', whose: account.id }], services);
  const stored = await Promise.all(files.map((file) => storeFile(services.files, `catalog/support/${randomUUID()}`, file)));
  const kept = await withStoredFiles(services.files, stored, () =>
    services.tenancy.account(account.id, () => record(services, { accountId: account.id, key: body.key ?? randomUUID(), stored })),
  );
  const data = kept.files.map(({ id, name, content_type: contentType, bytes }) => ({ id, name, contentType, bytes }));
  return { data, meta: { total: data.length } };
};

async function load(uploadId: number) {
  const row = await currentTransaction()
    .selectFrom('catalog_uploads as u')
    .innerJoin('catalog_accounts as a', 'a.id', 'u.account_id')
    .select(['a.id', 'a.email', 'a.phone', 'a.name'])
    .where('u.id', '=', uploadId)
    .where('u.mailed_at', 'is', null)
    .executeTakeFirst();
  return row ? { row, files: await listFiles(uploadId) } : null;
}

/** The worker of `catalog.support`. Killed between the mail and its note, it mails again under the same message id. */
export async function mailUpload(services: Services, { uploadId }: { readonly uploadId: number }): Promise<void> {
  const { config, mailer, tenancy } = services;
  const loaded = await tenancy.identityReading(() => load(uploadId));
  if (loaded === null) return;
  const { row, files } = loaded;
  const read = await Promise.all(
    files.map(async ({ name, content_type: contentType, storage_key: key }) => {
      const stream = await services.files.read(key);
      return { name, contentType, bytes: stream === null ? null : await buffer(stream) };
    }),
  );
  const name = toMailLine(row.name ?? '');
  const facts = [
    `Account of the catalog: ${row.id}${name === '' ? '' : ` (${name})`}`,
    ...(row.email === null ? [] : [`Email: ${row.email}`]),
    ...(row.phone === null ? [] : [`Phone: ${displayPhone(row.phone)}`]),
    ...read.filter(({ bytes }) => bytes === null).map((file) => `${toMailLine(file.name)} could not be read.`),
  ];
  await mailer.send(
    {
      to: config.supportEmail,
      subject: `Files ${uploadId} of catalog account ${row.id}`,
      text: facts.join('\n'),
      messageId: `<catalog-files-${uploadId}@${new URL(config.publicUrl).hostname}>`,
      ...(row.email === null ? {} : { replyTo: { name, address: row.email } }),
      attachments: read.flatMap((file) => (file.bytes === null ? [] : [{ name: file.name, contentType: file.contentType, bytes: file.bytes }])),
    },
    null,
  );
  failpoint('catalog.support: after the mail');
  await tenancy.identity(() => currentTransaction().updateTable('catalog_uploads').set({ mailed_at: new Date() }).where('id', '=', uploadId).execute());
}

/** Removes files whose 30 days are over or whose account is gone: from the store first, so that none is forgotten there. */
export async function forgetUploads({ files, tenancy }: Services): Promise<void> {
  const due = await tenancy.identityReading(() =>
    currentTransaction()
      .selectFrom('catalog_uploads')
      .select('id')
      .where((eb) => eb.or([eb('account_id', 'is', null), eb('mailed_at', '<', sql<Date>`now() - make_interval(days => ${supportDays})`)]))
      .orderBy('id')
      .limit(atOnce)
      .execute(),
  );
  for (const { id } of due) {
    const kept = await tenancy.identityReading(() => listFiles(id));
    for (const { storage_key } of kept) await files.remove(storage_key);
    failpoint('catalog.sweep: after a file');
    await tenancy.identity(() => currentTransaction().deleteFrom('catalog_uploads').where('id', '=', id).execute());
  }
}
