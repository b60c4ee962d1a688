/** The amount that is overdue, over everything (RULE-187): for those who may see billing. */
import { useQuery } from '@tanstack/react-query';
import { formatPastDueBanner } from '#contract/billing/texts.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/index.ts';
import { createBillingQuery } from './data.ts';

export function PastDueBanner() {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const maySee = useMay('billing.read');
  const { data } = useQuery({ ...createBillingQuery(app, companyId ?? 0), enabled: companyId !== null && maySee });
  if (!maySee || !data?.isPastDue || data.amountDue === 0) return null;
  return (
    <Banner
      tone="red"
      label="Past due"
      action={
        <Button keys={commands.keys('go.billing')} onClick={() => commands.run('go.billing')}>
          Go to Billing
        </Button>
      }
    >
      {formatPastDueBanner(data.amountDue)}
    </Banner>
  );
}
