/** The mail port by SMTP. */
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Mailer } from './mailer.ts';

/** Sends by the server of `smtpUrl` (`smtp://user:password@host:587`), over a few kept connections. Rejects when the server does not take a mail. */
export function createMailer({ smtpUrl, from }: Config['mail']): Mailer {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 3, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    async send({ to, subject, text, replyTo, attachments = [], messageId }, sender) {
      const mail = {
        to: { name: '', address: to },
        subject,
        text,
        ...(replyTo ? { replyTo } : {}),
        ...(messageId === undefined ? {} : { messageId }),
        attachments: attachments.map(({ name, contentType, bytes }) => ({ filename: name, contentType, content: Buffer.from(bytes) })),
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      if (!sender) await transport.sendMail({ ...mail, from });
      else await transport.sendMail({ ...mail, from: { ...sender.from }, envelope: { from: sender.bounce, to }, dkim: { ...sender.dkim } });
    },
    async close() {
      transport.close();
    },
  };
}
