/** The amount that is overdue, over everything (RULE-187): for those who may see billing. */
import { useQuery } from '@tanstack/react-query';
import { formatPastDueBanner } from '#contract/billing/texts.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Icon } from '../../ui/index.ts';
import { createBillingQuery } from './data.ts';
import css from './PastDueBanner.module.css';

export function PastDueBanner() {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const maySee = useMay('billing.read');
  const { data } = useQuery({ ...createBillingQuery(app, companyId ?? 0), enabled: companyId !== null && maySee });
  if (!maySee || !data?.isPastDue || data.amountDue === 0) return null;
  return (
    <section className={css.bar} aria-label="Past due">
      <Icon name="warning" />
      <span>{formatPastDueBanner(data.amountDue)}</span>
      <Button keys={commands.keys('go.billing')} onClick={() => commands.run('go.billing')}>
        Go to Billing
      </Button>
    </section>
  );
}
