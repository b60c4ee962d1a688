/** Mails tickets to the support address. Plain text alone: nothing that was typed is read as HTML or as a header. */
import { buffer } from 'node:stream/consumers';
import { displayPhone } from '#contract/text/phone.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import { toMailLine } from '../../mail/line.ts';
import type { Mail } from '../../mail/mailer.ts';
import type { Services } from '../../services.ts';

/** Parts of a ticket's mail; null once it was mailed. */
async function loadTicket(ticketId: number) {
  const row = await currentTransaction()
    .selectFrom('support_tickets')
    .innerJoin('companies', 'companies.id', 'support_tickets.company_id')
    .leftJoin('users', 'users.id', 'support_tickets.user_id')
    .selectAll('support_tickets')
    .select(['companies.name as company', 'users.email', 'users.first_name', 'users.last_name'])
    .where('support_tickets.id', '=', ticketId)
    .where('support_tickets.company_id', '=', companyId())
    .where('support_tickets.mailed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const files = await currentTransaction()
    .selectFrom('support_attachments')
    .innerJoin('files', 'files.id', 'support_attachments.file_id')
    .select(['files.name', 'files.content_type', 'files.storage_key'])
    .where('support_attachments.ticket_id', '=', ticketId)
    .orderBy('support_attachments.position')
    .execute();
  return { row, files };
}

type Loaded = NonNullable<Awaited<ReturnType<typeof loadTicket>>>;

/** Reads the attachments; one that the store has lost is named in the text. */
async function readAttachments({ files }: Services, rows: Loaded['files']) {
  return Promise.all(
    rows.map(async ({ name, content_type: contentType, storage_key: key }) => {
      const stream = await files.read(key);
      return { name, contentType, bytes: stream === null ? null : await buffer(stream) };
    }),
  );
}

async function compose(services: Services, { row, files }: Loaded): Promise<Mail> {
  const attachments = await readAttachments(services, files);
  const name = toMailLine(`${row.first_name ?? ''} ${row.last_name ?? ''}`);
  const lost = attachments.filter(({ bytes }) => bytes === null).map((file) => `Attachment ${toMailLine(file.name)} could not be read.`);
  const facts = [
    `Company: ${toMailLine(row.company)} (${row.company_id})`,
    `User: ${name}${row.email === null ? '' : ` <${row.email}>`}`,
    `Call back: ${row.callback_requested && row.callback_number !== null ? displayPhone(row.callback_number) : 'no'}`,
    ...(row.callback_number !== null && !row.callback_requested ? [`Phone: ${displayPhone(row.callback_number)}`] : []),
    ...(row.page_url === null ? [] : [`Page: ${services.config.publicUrl}${row.page_url}`]),
    ...lost,
  ];
  return {
    to: services.config.supportEmail,
    subject: `Support ticket ${row.id}: ${toMailLine(row.company)}`,
    // Facts first: what a message looks like below them is no fact.
    text: `${facts.join('\n')}\n\n--\n${row.message}`,
    // The same ticket mailed twice, after a crash, is one mail in the reader's box.
    messageId: `<support-ticket-${row.id}@${new URL(services.config.publicUrl).hostname}>`,
    ...(row.email === null ? {} : { replyTo: { name, address: row.email } }),
    attachments: attachments.flatMap((file) => (file.bytes === null ? [] : [{ name: file.name, contentType: file.contentType, bytes: file.bytes }])),
  };
}

/** The worker of `support.mail`. Killed between the mail and its note, it mails again under the same message id. */
export async function mailTicket(
  services: Services,
  { companyId: company, ticketId }: { readonly companyId: number; readonly ticketId: number },
): Promise<void> {
  const ticket = await services.tenancy.company([company], null, () => loadTicket(ticketId));
  if (ticket === null) return;
  await services.mailer.send(await compose(services, ticket), null);
  failpoint('support.mail: after the mail');
  await services.tenancy.company([company], null, () =>
    currentTransaction()
      .updateTable('support_tickets')
      .set({ mailed_at: new Date() })
      .where('id', '=', ticketId)
      .where('company_id', '=', companyId())
      .execute(),
  );
}
