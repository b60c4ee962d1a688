/** A mail server that delivers to nobody: what the app sends is kept in memory, newest first. */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as it was caught. */
export interface CaughtMail {
  readonly id: number;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly receivedAt: string;
}

export interface MailCatcher {
  readonly port: number;
  /** Mails to an address, or all, newest first. */
  messages(to?: string): readonly CaughtMail[];
  close(): Promise<void>;
}

const maxMails = 500;

/** Listens for SMTP without asking who is there. Port 0: any free one. */
export async function startMailCatcher({ port, host = '127.0.0.1' }: { readonly port: number; readonly host?: string }): Promise<MailCatcher> {
  const caught: CaughtMail[] = [];
  let last = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then(async (raw) => {
          const mail = await PostalMime.parse(raw);
          last += 1;
          caught.unshift({
            id: last,
            to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
            from: mail.from?.address ?? '',
            subject: mail.subject ?? '',
            text: (mail.text ?? '').trim(),
            receivedAt: new Date().toISOString(),
          });
          caught.length = Math.min(caught.length, maxMails);
        })
        .then(() => done(), done);
    },
  });
  // A client that hangs up in the middle of a mail is its own affair.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    messages: (to) => (to === undefined ? caught : caught.filter((mail) => mail.to.includes(to.toLowerCase()))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
