/** Caught mail, as a page a person reads and as JSON a test reads. */
import type { FastifyInstance } from 'fastify';
import { escapeHtml, formatPage } from '../page.ts';
import type { CaughtMail, MailCatcher } from './catcher.ts';

const refreshSeconds = 5;

/** Text with its links to click on. */
const formatLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');

const formatArticle = (mail: CaughtMail) => `<article id="mail-${mail.id}"><h2>${escapeHtml(mail.subject)}</h2>
<small>from ${escapeHtml(mail.from)} to ${escapeHtml(mail.to.join(', '))} · DKIM ${escapeHtml(mail.verdict.dkim)}, SPF ${escapeHtml(mail.verdict.spf)}, DMARC ${escapeHtml(mail.verdict.dmarc)} · <time datetime="${mail.receivedAt}">${mail.receivedAt.slice(11, 19)} UTC</time></small>
<pre>${formatLinks(mail.text)}</pre></article>`;

/** `GET /mail` is the page, newest first; `GET /mail/messages?to=` the same as JSON. */
export async function registerMailRoutes(app: FastifyInstance, { catcher }: { readonly catcher: Pick<MailCatcher, 'messages'> }): Promise<void> {
  app.get('/mail', async (_request, reply) => {
    const mails = catcher.messages();
    const body = mails.length > 0 ? mails.map(formatArticle).join('\n') : '<p>No mail yet. What the app sends arrives here.</p>';
    return reply.type('text/html; charset=utf-8').send(formatPage('Sandbox mail', body, refreshSeconds));
  });
  app.get<{ Querystring: { to?: string } }>('/mail/messages', async (request) => ({ data: catcher.messages(request.query.to) }));
}
