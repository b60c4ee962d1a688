/** Pictures of opt-ins. */
import { randomUUID } from 'node:crypto';
import type { Media } from '#contract/core/entities.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import { readPicture } from '../../files/pictures.ts';
import { recordFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { AppError } from '../../http/errors.ts';
import type { UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';

/** Stores a picture. Refuses anything else. */
export async function storePicture(services: Services, files: readonly UploadedFile[], actor: ActingUser): Promise<Media> {
  const picture = readPicture(files, { field: 'picture' });
  if (!picture) throw new AppError('invalid', { field: 'picture', message: 'Send one picture' });
  const stored = await storeFile(services.files, `${actor.membership.companyId}/optins/${randomUUID()}.${picture.ending}`, picture.file);
  const within = withCompanyTransaction(services, actor);
  const { fileId } = await withStoredFiles(services.files, [stored], () =>
    within(async () => {
      const id = await recordFile(stored);
      await currentTransaction().insertInto('sms_pictures').values({ company_id: companyId(), file_id: id }).execute();
      return { fileId: id, isRecorded: true };
    }),
  );
  const { name, contentType, bytes } = stored;
  return { id: fileId, name, contentType, bytes, url: formatFileUrl(services.sealer, { companyId: actor.membership.companyId, fileId }) };
}
