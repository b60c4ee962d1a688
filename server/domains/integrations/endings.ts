/** Connections that end because their vendor renews none: who may reconnect them is mailed a week before, once. Safe to repeat: a mail has an id of its own. */
import { sql } from 'kysely';
import { type OAuthProvider, providerLabel } from '#contract/integrations/enums.ts';
import { integrationLimits } from '#contract/integrations/limits.ts';
import { formatDay } from '#contract/text/time.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import { toMailLine } from '../../mail/line.ts';
import type { Services } from '../../services.ts';
import { mailManagers } from '../auth/managerMails.ts';

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
}

async function tell(services: Services, ending: Ending): Promise<void> {
  const company = Number(ending.company_id);
  const vendor = providerLabel[ending.provider];
  const day = formatDay(ending.zone, ending.ends_at);
  await mailManagers(services, company, {
    permission: 'integrations.manage',
    subject: `${vendor} ends on ${day}`,
    text: (url) =>
      [
        `${toMailLine(ending.company)} is connected to ${vendor} as ${toMailLine(ending.account)}. The connection ends on ${day}, since ${vendor} gives no longer ones.`,
        '',
        `Run “Reconnect integration” before then, so that no conversion is lost: ${url}/${ending.slug}/integrations`,
      ].join('\n'),
    id: `integration-${ending.id}-${ending.ends_at.getTime()}`,
  });
  failpoint('oauth.endings: after the mail');
  await services.tenancy.company([company], null, () =>
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
