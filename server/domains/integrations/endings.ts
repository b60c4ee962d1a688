/** Connections that end because their vendor renews none: who may reconnect them is mailed a week before, once. Safe to repeat: a mail has an id of its own. */
import { sql } from 'kysely';
import { type OAuthProvider, providerLabel } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { formatDay } from '#contract/text/time.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { findCompanyBase } from '../../http/tenantHosts.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';

const mostAtOnce = 50;

interface Ending {
  readonly id: number;
  readonly company_id: number;
  readonly provider: OAuthProvider;
  readonly account: string;
  readonly ends_at: Date;
  readonly company: string;
  readonly slug: string;
  readonly zone: string;
  readonly emails: readonly string[];
}

async function tell(services: Services, ending: Ending): Promise<void> {
  const base = await findCompanyBase(services, Number(ending.company_id));
  const vendor = providerLabel[ending.provider];
  const day = formatDay(ending.zone, ending.ends_at);
  const text = [
    `${ending.company} is connected to ${vendor} as ${ending.account}. The connection ends on ${day}, since ${vendor} gives no longer ones.`,
    '',
    `Run “Reconnect integration” before then, so that no conversion is lost: ${base.url}/${ending.slug}/integrations`,
  ].join('\n');
  const host = new URL(base.url).hostname;
  for (const [at, to] of ending.emails.entries())
    await services.mailer.send(
      { to, subject: `${vendor} ends on ${day}`, text, messageId: `<integration-${ending.id}-${ending.ends_at.getTime()}-${at}@${host}>` },
      null,
    );
  failpoint('oauth.endings: after the mail');
  await services.tenancy.company([Number(ending.company_id)], null, () =>
    currentTransaction()
      .updateTable('integrations')
      .set({ ending_told_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', ending.id)
      .where('ends_at', '=', ending.ends_at)
      .execute(),
  );
}

/** The worker of `oauth.endings`. */
export async function tellEndings(services: Services): Promise<void> {
  const { rows } = await services.tenancy.identity(() =>
    sql<Ending>`select * from ending_integrations(${integrationLimits.endingDays}, ${mostAtOnce})`.execute(currentTransaction()),
  );
  for (const ending of rows) await tell(services, ending);
}
