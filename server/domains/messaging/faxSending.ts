/** Sending a fax: the worker's part (`message.send` sends faxes as it sends texts), and what stands against it. */
import type { SendOutcome } from '../../carrier/carrier.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import type { AttemptRef } from '../../fax/fax.ts';
import { formatCarrierFileUrl } from '../../files/links.ts';
import type { Services } from '../../services.ts';

/** Why a number of the open company cannot fax now, in words; null when it can. */
export async function checkFaxNumber(numberId: number): Promise<string | null> {
  const row = await currentTransaction()
    .selectFrom('phone_numbers')
    .select(['status', 'line_type'])
    .where('id', '=', numberId)
    .where('company_id', '=', companyId())
    .executeTakeFirst();
  if (!row || row.status === 2) return 'This number was removed. Choose another number.';
  if (row.status === 1) return 'Parked numbers can’t send faxes. Choose another number.';
  return row.line_type === 2 ? null : 'This number can’t send faxes. Choose a fax number.';
}

/** The code of why a fax is not sent although its time has come; null when it is. */
export async function checkFaxSending({ fax }: Pick<Services, 'fax'>, item: { readonly number_id: number }): Promise<string | null> {
  if (fax === null) return 'fax-off';
  return (await checkFaxNumber(item.number_id)) === null ? null : 'number-off';
}

/** The request of an attempt, to be made when the transaction has ended. */
export async function createFaxRequest(
  services: Services,
  itemId: number,
  line: AttemptRef & { readonly from: string; readonly to: string },
): Promise<() => Promise<SendOutcome>> {
  const { fax } = services;
  const document = await currentTransaction()
    .selectFrom('item_media')
    .innerJoin('files', 'files.id', 'item_media.file_id')
    .select('files.id')
    .where('item_media.item_id', '=', itemId)
    .where('item_media.company_id', '=', companyId())
    .where('files.content_type', '=', 'application/pdf')
    .executeTakeFirst();
  if (fax === null || !document) return async () => ({ kind: 'refused', errorCode: fax === null ? 'fax-off' : 'file_format_invalid', message: '' });
  const documentUrl = services.config.publicUrl + formatCarrierFileUrl(services.sealer, { fileId: document.id, companyId: companyId() });
  return () => fax.send({ ...line, documentUrl });
}
