/** Billing: where the subscription is and what can be done from there, usage with a forecast, the payment method, and invoices. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CompanyBilling, Invoice, PlanUsage } from '#contract/billing/entities.ts';
import { invoiceStatusLabel, subscriptionStateLabel } from '#contract/billing/enums.ts';
import { listUpgrades, planLabel } from '#contract/billing/plans.ts';
import { billingMessages } from '#contract/billing/texts.ts';
import { formatDollars } from '#contract/core/money.ts';
import { getReason as getPaymentReason, userEvents as paymentEvents } from '#machines/paymentMethod/index.ts';
import { getReason, userEvents } from '#machines/subscription/index.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState, RelativeTime } from '../../ui/index.ts';
import css from './Billing.module.css';
import { paymentMethodStore, subscriptionStore } from './billingStore.ts';
import { createBillingQuery, createInvoicesQuery, createOffersQuery, createUsageQuery } from './data.ts';

const none: readonly Invoice[] = [];
const formatDate = (at: string) => new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

const columns: readonly Column<Invoice>[] = [
  { id: 'number', header: 'Invoice', width: 140, min: 96, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.number}</span> },
  { id: 'status', header: 'Status', width: 110, min: 72, rank: 'text', render: (row) => <span>{invoiceStatusLabel[row.status]}</span> },
  { id: 'total', header: 'Total', width: 110, min: 72, align: 'end', rank: 'text', render: (row) => <span>{formatDollars(row.total)}</span> },
  {
    id: 'due',
    header: 'Due',
    width: 100,
    min: 64,
    align: 'end',
    rank: 'text',
    render: (row) => <span>{row.amountDue === 0 ? '–' : formatDollars(row.amountDue)}</span>,
  },
  { id: 'created', header: 'Created', width: 108, min: 56, align: 'end', rank: 'quiet', render: (row) => <RelativeTime at={row.createdAt} /> },
];
const drops = ['created', 'due', 'status'];

export function BillingPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Billing" /> : <Billing paneId={paneId} companyId={companyId} />;
}

function Billing({ paneId, companyId }: { readonly paneId: string; readonly companyId: number }) {
  const app = useApp();
  const commands = useCommands();
  const billing = useQuery(createBillingQuery(app, companyId));
  const invoices = useQuery(createInvoicesQuery(app, companyId));
  const usage = useQuery(createUsageQuery(app, companyId));
  const subscription = useFlow(subscriptionStore, companyId, { userEvents, getReason });
  const payment = useFlow(paymentMethodStore, companyId, { userEvents: paymentEvents, getReason: getPaymentReason });
  const [subscriptionActor, paymentActor] = [subscription.entry.actor, payment.entry.actor];
  useEffect(() => {
    if (!billing.data) return;
    subscriptionActor.send({ type: 'billing.known', billing: billing.data });
    paymentActor.send({ type: 'billing.known', billing: billing.data });
  }, [billing.data, subscriptionActor, paymentActor]);
  return (
    <PlainListPane
      paneId={paneId}
      kind="invoice"
      scope="billing"
      title="Billing"
      detail=""
      columns={columns}
      drops={drops}
      rows={invoices.data ?? none}
      query={invoices}
      getRowId={(row) => row.id}
      formatSearchText={({ number, status, lines }) => [number, invoiceStatusLabel[status], ...lines.map(({ description }) => description)].join(' ')}
      placeholder="Invoice, status or line"
      onOpen={() => commands.run('billing.download')}
      more={{
        flows: { subscription: subscription.flow, paymentMethod: payment.flow },
        handles: {
          send: { subscription: (event) => subscriptionActor.send(event), paymentMethod: (event) => paymentActor.send(event) },
        },
      }}
      above={
        billing.data && (
          <div className={css.summary}>
            <Plan billing={billing.data} companyId={companyId} state={subscription.state} />
            <Card billing={billing.data} state={payment.state} />
            {!usage.isError && <Usage usage={usage.data ?? null} />}
          </div>
        )
      }
      empty={<EmptyState icon="receipt">No invoices yet.</EmptyState>}
    />
  );
}

interface PartProps {
  readonly billing: CompanyBilling;
  readonly state: string;
}

function formatCourse({ subscription: { state, periodEnd, cancelAt, pending, trialEnd, price, planId } }: CompanyBilling): string | null {
  if (periodEnd === null || price === null) return null;
  const cost = `${formatDollars(price)} ${planId?.endsWith('_yearly') ? 'per year' : 'per month'}`;
  if (cancelAt !== null) return `${cost}. Ends on ${formatDate(cancelAt)}.`;
  if (pending !== null) return `${cost}. Changes to ${planLabel[pending.planId]} on ${formatDate(pending.at)}.`;
  if (trialEnd !== null) return `${cost} once the trial ends on ${formatDate(trialEnd)}.`;
  if (state === 'expired') return 'This subscription has ended.';
  if (state === 'retry_period') return `${cost}. The last payment failed.`;
  return `${cost}. Renews on ${formatDate(periodEnd)}.`;
}

function Plan({ billing, companyId, state }: PartProps & { readonly companyId: number }) {
  const app = useApp();
  const mayChange = useMay('subscription.manage');
  const offers = useQuery(createOffersQuery(app, companyId));
  const offer = offers.data?.find(({ used }) => !used);
  const { subscription, nextFees, asOf, isStale, isConfigured } = billing;
  const isMonthly = subscription.planId?.endsWith('_monthly') === true;
  return (
    <section aria-label="Plan" data-flow="subscription" data-state={state}>
      <h3>
        {subscription.planId === null ? 'Plan' : planLabel[subscription.planId]}
        <Chip small {...(subscription.state === 'active' ? { tone: 'green' } : subscription.state === 'not_subscribed' ? {} : { tone: 'amber' })}>
          {subscriptionStateLabel[subscription.state]}
        </Chip>
      </h3>
      {subscription.state === 'not_subscribed' && isConfigured && <p role="alert">{billingMessages.noSubscription}</p>}
      {!isConfigured && <p>No card service is connected, so nothing is charged. Ask the operator of this server to set STRIPE_API_KEY.</p>}
      {formatCourse(billing) !== null && <p>{formatCourse(billing)}</p>}
      {nextFees > 0 && <p className={css.quiet}>{formatDollars(nextFees)} in fees go on your next invoice.</p>}
      {offer?.price != null && offer.monthlyTotal !== null && subscription.state === 'active' && (
        <p>{`Yearly: ${formatDollars(offer.price)} instead of ${formatDollars(offer.monthlyTotal)} for 12 months.`}</p>
      )}
      {isStale && asOf !== null && (
        <p className={css.quiet}>
          The card service didn’t respond. Shown as of <RelativeTime at={asOf} />.
        </p>
      )}
      {mayChange && (
        <div className={css.actions}>
          {['not_subscribed', 'expired'].includes(subscription.state) && isConfigured && (
            <StepButton command="billing.start" title="Start subscription" isPlain />
          )}
          {subscription.state === 'canceling' && <StepButton command="billing.keep" title="Keep subscription" isPlain />}
          {subscription.state === 'active' && subscription.pending !== null && <StepButton command="billing.revert" title="Revert plan change" isPlain />}
          {subscription.state === 'active' && subscription.planId === 'unlimited_legacy' && (
            <StepButton command="billing.migrate" title="Migrate from legacy plan" isPlain />
          )}
          {subscription.state === 'active' && subscription.planId !== null && listUpgrades(subscription.planId).length > 0 && (
            <StepButton command="billing.upgrade" title="Change to larger plan" isPlain />
          )}
          {subscription.state === 'active' && isMonthly && <StepButton command="billing.yearly" title="Change to yearly plan" isPlain />}
          {['active', 'retry_period'].includes(subscription.state) && <StepButton command="billing.cancel" title="Cancel subscription" />}
        </div>
      )}
    </section>
  );
}

function Card({ billing, state }: PartProps) {
  const mayManage = useMay('billing.manage');
  const { paymentMethod: card, isConfigured, isPastDue } = billing;
  const address = [
    billing.billingName,
    billing.billingAddress,
    billing.billingAddress_2,
    billing.billingCity,
    billing.billingState,
    billing.billingZip,
    billing.billingCountry,
  ];
  return (
    <section aria-label="Payment method" data-flow="paymentMethod" data-state={state}>
      <h3>Payment method</h3>
      <p>
        {card
          ? `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} ending in ${card.last4}, expires ${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
          : 'No payment method yet.'}
      </p>
      <p className={css.quiet}>{address.filter((part) => part !== undefined && part !== '').join(', ')}</p>
      {mayManage && isConfigured && (
        <div className={css.actions}>
          <StepButton command="billing.updateCard" title="Update payment method" isPlain />
          {isPastDue && <StepButton command="billing.retryPayment" title="Retry payment" isPlain />}
        </div>
      )}
    </section>
  );
}

const measures = [
  ['minutes', 'Minutes'],
  ['segments', 'Segments'],
  ['numbers', 'Numbers'],
  ['users', 'Users'],
] as const;

const formatMeasure = (count: number | undefined): string => count?.toLocaleString('en-US') ?? '–';

/** The use of the period; its place is kept while it is read. */
function Usage({ usage }: { readonly usage: PlanUsage | null }) {
  return (
    <section aria-label="Usage" aria-busy={usage === null}>
      <h3>Usage</h3>
      <table className={css.usage}>
        <thead>
          <tr>
            <th scope="col">{usage === null ? 'Loading…' : `Since ${formatDate(usage.periodStart)}`}</th>
            <th scope="col">Used</th>
            <th scope="col">Included</th>
            <th scope="col">Forecast</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(([key, label]) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{formatMeasure(usage?.[key].used)}</td>
              <td>{usage === null || usage.planId === null ? '–' : (usage[key].included?.toLocaleString('en-US') ?? 'Unlimited')}</td>
              <td>{formatMeasure(usage?.[key].forecast)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
