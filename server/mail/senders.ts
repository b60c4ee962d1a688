/** The address a tenant's mail comes from, once its records were seen in DNS. */
import { companyId, currentTransaction } from '../db/tenancy.ts';
import type { Services } from '../services.ts';
import type { MailSender } from './mailer.ts';

/** Seals private keys; bound to the company, so that a key moved to another company opens nothing. */
export const getKeyPurpose = (company: number): string => `dkim.${company}`;

/** Host of a sender to which mail that can't be delivered comes back. */
export const getBounceHost = (domain: string): string => `bounce.${domain}`;

/** Host of the operator that says which servers send mail for companies. */
export const getSpfHost = (domainTarget: string): string => `spf.${domainTarget}`;

/** Finds the verified sender of an active company; null: mail comes from the installation's own address. */
export async function findSender({ tenancy, sealer }: Pick<Services, 'tenancy' | 'sealer'>, company: number): Promise<MailSender | null> {
  const row = await tenancy.companyReading([company], null, () =>
    currentTransaction()
      .selectFrom('email_senders as s')
      .innerJoin('companies as c', 'c.id', 's.company_id')
      .selectAll('s')
      .where('s.company_id', '=', companyId())
      .where('s.verified_at', 'is not', null)
      .where('c.account_status', '=', 'active')
      .executeTakeFirst(),
  );
  const privateKey = row && sealer.open(getKeyPurpose(company), row.private_key);
  if (!row || !privateKey) return null;
  return {
    from: { name: row.name ?? '', address: row.address },
    bounce: `bounces@${getBounceHost(row.domain)}`,
    dkim: { domainName: row.domain, keySelector: row.selector, privateKey },
  };
}
