/** A mail server that delivers to nobody: what the app sends is kept in memory, newest first, and checked as a receiver does: signature, who may send, policy. */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { NameServer } from '../dns/server.ts';
import { checkMail, type MailVerdict } from './verdict.ts';

/** A mail as it was caught. */
export interface CaughtMail {
  readonly id: number;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** Address to which answers go; empty where the mail names none. */
  readonly replyTo: string;
  readonly messageId: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[];
  readonly receivedAt: string;
  readonly verdict: MailVerdict;
}

export interface MailCatcher {
  readonly port: number;
  /** Mails to an address, or all, newest first. */
  messages(to?: string): readonly CaughtMail[];
  close(): Promise<void>;
}

const maxMails = 500;

interface CatcherOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly host?: string;
  /** Name server of senders' keys and policies; null: there are none. */
  readonly getNameServer?: () => Pick<NameServer, 'list'> | null;
}

/** Listens for SMTP without asking who is there. */
export async function startMailCatcher({ port, host = '127.0.0.1', getNameServer = () => null }: CatcherOptions): Promise<MailCatcher> {
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
          const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const verdict = await checkMail(raw, sender, getNameServer()?.list() ?? []);
          last += 1;
          caught.unshift({
            id: last,
            to: envelope.rcptTo.map(({ address }) => address.toLowerCase()),
            from: mail.from?.address ?? '',
            subject: mail.subject ?? '',
            text: (mail.text ?? '').trim(),
            replyTo: mail.replyTo?.[0]?.address ?? '',
            messageId: mail.messageId ?? '',
            attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
              name: filename ?? '',
              type: mimeType,
              bytes: typeof content === 'string' ? content.length : content.byteLength,
            })),
            receivedAt: new Date().toISOString(),
            verdict,
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
