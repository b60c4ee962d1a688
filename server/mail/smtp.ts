/** The mail port by SMTP. */
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Mailer } from './mailer.ts';

/** Sends by the server of `smtpUrl` (`smtp://user:password@host:587`), over a few kept connections. Rejects when the server does not take a mail. */
export function createMailer({ smtpUrl, from }: Config['mail']): Mailer {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 3, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    async close() {
      transport.close();
    },
  };
}
