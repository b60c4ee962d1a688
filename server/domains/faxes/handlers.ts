/** Faxes that people send: looked at first, sent once, sent again when a person says so. */
import type { Item } from '#contract/conversations/entities.ts';
import { limits } from '#contract/core/limits.ts';
import type { routes } from '#contract/index.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { checkMessageDestination } from '../../compliance/destinations.ts';
import { lockRecipient } from '../../compliance/optOuts.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { noVendorText } from '../../fax/fax.ts';
import { recordFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers, UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { loadItems } from '../conversations/items.ts';
import { addItem, findOrCreateConversation } from '../conversations/repository.ts';
import { enqueueSend, findSent, getMessageParties, type MessageParties } from '../messaging/createMessage.ts';
import { checkFaxNumber } from '../messaging/faxSending.ts';
import { lockAbove } from '../messaging/locks.ts';
import { drawDocument, formatDocumentFault, type PagePicture } from './document.ts';
import { enqueuePages } from './pages.ts';

/** Dots of width of the pages in a review. */
const reviewWidth = 480;
const reviewMs = 20_000;

export const handlers: Handlers<typeof routes.faxes> = {
  async review({ files, services }) {
    if (services.fax === null) throw new AppError('invalid', { field: 'media', message: noVendorText });
    const sheets: PagePicture[] = [];
    const pages = await countPages(getDocument(files), limits.faxReviewPages, (sheet) => void sheets.push(sheet));
    return {
      pages,
      sheets: sheets.map(({ png, ...sheet }) => ({ ...sheet, src: `data:image/png;base64,${Buffer.from(png).toString('base64')}` })),
    };
  },

  async send({ body, files, membership, authUser, services }) {
    const within = withCompanyTransaction(services, { membership, authUser });
    const look = async (): Promise<Item | MessageParties> => {
      const same = await findSent(services, membership, 'fax', body.clientId);
      if (same) return same;
      const line = await getMessageParties(membership, body);
      await checkFaxLine(services, line);
      return line;
    };
    const found = await within(look);
    if (!('numberId' in found)) return found;
    const document = getDocument(files);
    const pages = await countPages(document, 0);
    const stored = await storeFile(services.files, `${membership.companyId}/sent/${crypto.randomUUID()}`, document);
    const { item } = await withStoredFiles(services.files, [stored], () =>
      within(async () => {
        const again = await look();
        if (!('numberId' in again)) return { item: again, isRecorded: false };
        const fileId = await recordFile(stored);
        return { item: await addFax(services, authUser, { line: again, clientId: body.clientId, pages, fileId }), isRecorded: true };
      }),
    );
    return item;
  },

  async sendAgain({ params, body, membership, authUser, services }) {
    const same = await findSent(services, membership, 'fax', body.clientId);
    if (same) return same;
    await lockAbove(params.itemId);
    const item = await currentTransaction()
      .selectFrom('items')
      .innerJoin('phone_numbers', 'phone_numbers.id', 'items.number_id')
      .innerJoin('item_media', 'item_media.item_id', 'items.id')
      .innerJoin('files', 'files.id', 'item_media.file_id')
      .select(['items.number_id', 'items.recipient', 'items.delivery_state', 'items.pages', 'phone_numbers.number', 'files.id as file_id'])
      .where('items.id', '=', params.itemId)
      .where('items.company_id', '=', companyId())
      .where('items.type', '=', 'fax')
      .where('items.is_inbound', '=', false)
      .where('items.deleted_at', 'is', null)
      .where('files.content_type', '=', 'application/pdf')
      .forUpdate('items')
      .executeTakeFirst();
    if (!item || !canAccessNumber(membership, item.number_id)) throw new AppError('not_found');
    if (!['failed', 'unknown'].includes(item.delivery_state ?? '')) throw new AppError('already_sent', { message: 'Fax already sent' });
    const line = { numberId: item.number_id, number: item.number, recipient: item.recipient };
    await checkFaxLine(services, line);
    return addFax(services, authUser, { line, clientId: body.clientId, pages: item.pages ?? 0, fileId: item.file_id });
  },
};

/** The one PDF of a form. */
function getDocument(files: readonly UploadedFile[]): UploadedFile {
  const [document, ...more] = files;
  const wrong = (message: string) => new AppError('invalid', { field: 'media', message });
  if (!document) throw wrong('Choose a PDF to fax');
  if (more.length > 0) throw wrong('Send one PDF. Merge several first.');
  if (document.contentType !== 'application/pdf') throw wrong('Only a PDF can be faxed');
  return document;
}

/** The pages of a document; refuses, in words, what cannot be faxed. */
async function countPages({ bytes }: UploadedFile, draw: number, onSheet: (sheet: PagePicture) => void = () => {}): Promise<number> {
  const read = await drawDocument(bytes, { draw, width: reviewWidth, mostPages: limits.faxPages, ms: reviewMs, mostWaiting: 16 }, onSheet);
  if ('fault' in read) throw new AppError('invalid', { field: 'media', message: formatDocumentFault(read, limits.faxPages) });
  return read.pages;
}

/** Refuses, in words, what cannot be faxed on a line: vendor, number, destination. Holds the line to the recipient. */
async function checkFaxLine({ fax }: Pick<Services, 'fax'>, line: MessageParties): Promise<void> {
  if (fax === null) throw new AppError('invalid', { field: 'media', message: noVendorText });
  const sender = await checkFaxNumber(line.numberId);
  if (sender !== null) throw new AppError('invalid', { field: 'number_id', message: sender });
  const destination = checkMessageDestination(line.recipient, 'fax');
  if (destination !== null) throw new AppError('invalid', { field: 'recipient', message: destination });
  await lockRecipient(line.recipient);
}

interface FaxDraft {
  readonly line: MessageParties;
  readonly clientId: string;
  readonly pages: number;
  readonly fileId: number;
}

/** Adds a fax with the jobs that send it and draw its pages, as one. */
async function addFax(services: Services, authUser: AuthUser, { line, clientId, pages, fileId }: FaxDraft): Promise<Item> {
  const at = new Date();
  const thread = await findOrCreateConversation({ numberId: line.numberId, recipient: line.recipient, at });
  const added = await addItem({
    conversationId: thread.id,
    numberId: line.numberId,
    recipient: line.recipient,
    type: 'fax',
    isInbound: false,
    createdAt: at,
    clientId,
    actor: { id: authUser.userId, name: authUser.name },
    deliveryState: 'queued',
    pages,
    pagesState: 'waiting',
    mediaFileIds: [fileId],
  });
  if (added.created) {
    await enqueueSend(services, added.id, null);
    await enqueuePages(services, added.id);
  }
  const [item] = await loadItems(services, [added.id]);
  if (!item) throw new AppError('conflict');
  return item;
}
