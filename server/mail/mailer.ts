/** The mail port. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Address for replies; the sender where it is not set. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly attachments?: readonly { readonly name: string; readonly contentType: string; readonly bytes: Uint8Array }[];
  /** Its id, where the same mail may be sent twice. */
  readonly messageId?: string;
}

/** An address of a tenant, with the key its mail is signed by. */
export interface MailSender {
  readonly from: { readonly name: string; readonly address: string };
  /** Return address of mail that can't be delivered. */
  readonly bounce: string;
  readonly dkim: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string };
}

export interface Mailer {
  /** Sends a mail; `sender` null: from the installation's own address, unsigned. */
  send(mail: Mail, sender: MailSender | null): Promise<void>;
  close(): Promise<void>;
}
