/** Support tickets over HTTP (CALL-252). */
import { randomUUID } from 'node:crypto';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { type SupportTicket, supportAttachments } from '#contract/support/entities.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { recordAudit } from '../../access/auditLog.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { recordFile, type StoredFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers, UploadedFile } from '../../http/handlers.ts';
import { getHosts } from '../../http/hosts.ts';
import { keepRequestKey } from '../../http/requestKeys.ts';
import type { TenantHost } from '../../http/tenantHosts.ts';
import type { Services } from '../../services.ts';
import { supportMail } from './jobs.ts';

type Body = RouteBody<typeof routes.support.ask>;

/** Number at which the user is called back, in E.164; null where there is none. */
function readCallback({ callbackNumber, callbackRequested }: Body): string | null {
  if (callbackNumber === undefined) {
    if (callbackRequested) throw new AppError('invalid', { field: 'callback_number', message: 'Enter the number to call back' });
    return null;
  }
  const number = normalisePhone(callbackNumber);
  if (number === null) throw new AppError('invalid', { field: 'callback_number', message: 'Enter a phone number like +1 212-555-0123' });
  return number;
}

/**
 * The path of an address of the app: without its host, and without a query, which may hold what was searched for. Refuses addresses elsewhere: neither
 * a host of the installation nor that of the tenant at which the request came in.
 */
function reducePageUrl(address: string | undefined, { config }: Services, tenantHost: TenantHost | null): string | null {
  if (address === undefined) return null;
  const own = new URL(config.publicUrl);
  const url = URL.parse(address, own);
  const isOwn = url !== null && (getHosts(config).isOwnHost(url.host) || url.hostname === tenantHost?.host);
  if (!isOwn || !/^https?:$/.test(url.protocol))
    throw new AppError('invalid', { field: 'page_url', message: `Use an address of this app, such as ${own.origin}/` });
  return url.pathname.slice(0, 500);
}

interface Ticket {
  readonly body: Body;
  readonly stored: readonly StoredFile[];
  readonly authUser: AuthUser;
  readonly address: string;
  /** Path on which support was asked. */
  readonly page: string | null;
}

/** Records a ticket with its files, and the job that mails it; the same key again is the same ticket, and its files are not kept twice. */
async function recordTicket(
  services: Services,
  { body, stored, authUser, address, page }: Ticket,
): Promise<{ readonly isRecorded: boolean; readonly id: number }> {
  const key = body.key ?? randomUUID();
  const { message, callbackRequested } = body;
  await keepRequestKey({ call: 'support.ask', userId: authUser.userId, key, asked: { message, callbackRequested, callback: readCallback(body) } });
  const row = await currentTransaction()
    .insertInto('support_tickets')
    .values({
      company_id: companyId(),
      user_id: authUser.userId,
      client_key: `${authUser.userId}:${key}`,
      message: body.message,
      callback_number: readCallback(body),
      callback_requested: body.callbackRequested ?? false,
      page_url: page,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'client_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) {
    const known = currentTransaction().selectFrom('support_tickets').select('id').where('company_id', '=', companyId());
    return { isRecorded: false, id: (await known.where('client_key', '=', `${authUser.userId}:${key}`).executeTakeFirstOrThrow()).id };
  }
  for (const [position, file] of stored.entries()) {
    const file_id = await recordFile(file);
    await currentTransaction().insertInto('support_attachments').values({ company_id: companyId(), ticket_id: row.id, file_id, position }).execute();
  }
  await recordAudit({ action: 'support.asked', companyId: companyId(), subject: `Ticket ${row.id}` }, authUser, address);
  await services.jobs.enqueue(supportMail, { companyId: companyId(), ticketId: row.id }, { key: `ticket-${row.id}` });
  return { isRecorded: true, id: row.id };
}

async function readTicket(id: number): Promise<SupportTicket> {
  const row = await currentTransaction()
    .selectFrom('support_tickets')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId())
    .executeTakeFirstOrThrow();
  const attachments = await currentTransaction()
    .selectFrom('support_attachments')
    .innerJoin('files', 'files.id', 'support_attachments.file_id')
    .select(['files.name', 'files.bytes'])
    .where('support_attachments.ticket_id', '=', id)
    .orderBy('support_attachments.position')
    .execute();
  return {
    id: row.id,
    message: row.message,
    callbackNumber: row.callback_number,
    callbackRequested: row.callback_requested,
    pageUrl: row.page_url,
    attachments,
    createdAt: row.created_at.toISOString(),
  };
}

const store = (services: Services, company: number, files: readonly UploadedFile[]) =>
  Promise.all(files.map((file) => storeFile(services.files, `${company}/support/${randomUUID()}`, file)));

export const handlers: Handlers<typeof routes.support> = {
  ask: async ({ body, files, membership, authUser, services, request }) => {
    if (files.length > supportAttachments) throw new AppError('invalid', { field: 'attachments', message: `Attach up to ${supportAttachments} files` });
    readCallback(body);
    const page = reducePageUrl(body.pageUrl, services, request.tenantHost);
    // The database shows a person no row of a suspended company: the server records the ticket for them, and reads it back by the id that was made.
    const within = withCompanyTransaction(services, { membership, authUser: membership.accountStatus === 'active' ? authUser : null });
    const stored = await store(services, membership.companyId, files);
    const { id } = await withStoredFiles(services.files, stored, () =>
      within(() => recordTicket(services, { body, stored, authUser, address: request.ip, page })),
    );
    return within(() => readTicket(id));
  },
};
