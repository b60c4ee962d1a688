/** The creation of a company, step by step: details, plan, card, number. Each step can be left; what is there stays. */
import { type ReactNode, useEffect, useRef } from 'react';
import { type PlanCode, planLabel } from '#contract/billing/plans.ts';
import type { CompanyCreation } from '#contract/companies/entities.ts';
import { formatDollars } from '#contract/core/money.ts';
import { getZoneLabel, listTimeZones } from '#contract/text/zones.ts';
import { type CreationSnapshot, getReason, listPlans, userEvents } from '#machines/companyCreate/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useAppState, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { useFlow } from '../../panes/useFlow.ts';
import { StepActions, StepMessage } from '../../shared/steps/FlowStep.tsx';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import sheet from '../../shared/steps/StepSheet.module.css';
import { Button, displayPhone, Field, Icon, LoadingLine, Select, TextInput } from '../../ui/index.ts';
import { useFocusOn } from '../../ui/useStartsWithFocus.ts';
import css from './Companies.module.css';
import { takeUp } from './creationServices.ts';
import { type CreationActor, creationStore } from './creationStore.ts';

interface Props {
  readonly actor: CreationActor;
  readonly snapshot: CreationSnapshot;
}

const steps = ['details', 'plan', 'card', 'number'] as const;
type StepName = (typeof steps)[number];
const stepLabel: Readonly<Record<StepName, string>> = { details: 'Details', plan: 'Plan', card: 'Card', number: 'Number' };

/** The step that is open; null when all are behind. */
function findStep(snapshot: CreationSnapshot): StepName | null {
  if (isIn(snapshot, 'details', 'creating', 'closed')) return 'details';
  if (isIn(snapshot, 'plan', 'starting')) return 'plan';
  if (isIn(snapshot, 'card', 'leaving')) return 'card';
  return isIn(snapshot, 'number', 'searching', 'ordering') ? 'number' : null;
}

const isDone = (step: StepName, creation: CompanyCreation | null): boolean =>
  creation !== null &&
  (step === 'details' ||
    (step === 'plan' && creation.plan?.state === 'started') ||
    (step === 'card' && creation.hasCard) ||
    (step === 'number' && (creation.number?.state === 'buying' || creation.number?.state === 'bought')));

export function CompanyCreatePane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  const isUnfinished = useAppState(({ companies, companyId: open }) => companies.find(({ id }) => id === open)?.isOnboardingRequired ?? false);
  const { entry, snapshot, flow } = useFlow(creationStore, 'own', { userEvents, getReason });
  const { actor } = entry;
  const { context } = snapshot;
  const taken = useRef<number | null>(null);
  useEffect(() => {
    // Once for each company that is opened with the pane: after a reload, what the server says of its creation is taken up.
    if (companyId === null || taken.current === companyId) return;
    taken.current = companyId;
    const now = actor.getSnapshot();
    const isElsewhere = now.context.companyId !== null && now.context.companyId !== companyId;
    if (isUnfinished && (isIn(now, 'closed') || isElsewhere)) takeUp(entry, companyId);
  }, [companyId, isUnfinished, actor, entry]);
  const made = context.creation?.companyId;
  useEffect(() => {
    // From the form of another company: the new one is entered.
    if (made !== undefined) void entry.enter();
  }, [made, entry]);
  useRegisterPane(paneId, () => ({
    scopes: ['companyCreate'],
    subject: context.creation?.name ?? null,
    flows: { companyCreate: flow },
    handles: {
      send: { companyCreate: (event) => actor.send(event) },
      back: () => {
        if (getReason(actor.getSnapshot(), 'step.reopened') !== null) return false;
        actor.send({ type: 'step.reopened' });
        return true;
      },
    },
  }));
  const step = findStep(snapshot);
  return (
    <>
      <PaneHeader title={context.creation?.name ?? 'New company'} />
      <PaneBody>
        <LoadingLine active={isIn(snapshot, 'creating', 'looking', 'starting', 'leaving', 'searching', 'ordering')} />
        <div
          role="group"
          className={sheet.sheet}
          data-flow="companyCreate"
          data-state={getStateName(snapshot)}
          data-pane-focus
          tabIndex={-1}
          aria-label="New company"
        >
          <ol className={sheet.rail} aria-label="Steps">
            {steps.map((each) => (
              <li key={each}>
                <span aria-current={each === step ? 'step' : undefined}>
                  <Icon
                    name={isDone(each, context.creation) ? 'circle-check' : 'circle'}
                    size={14}
                    tone={isDone(each, context.creation) ? 'green' : 'muted'}
                    label={isDone(each, context.creation) ? 'Done' : 'Open'}
                  />
                  {stepLabel[each]}
                </span>
              </li>
            ))}
          </ol>
          <OpenStep actor={actor} snapshot={snapshot} />
        </div>
      </PaneBody>
    </>
  );
}

function OpenStep({ actor, snapshot }: Props) {
  const { creation, error } = snapshot.context;
  if (isIn(snapshot, 'closed'))
    return (
      <StepMessage role="status" title="No company is being created">
        <StepActions
          first={{ command: 'companyCreate.open', title: 'Create company' }}
          others={[{ command: 'companyCreate.resume', title: 'Continue setup' }]}
        />
      </StepMessage>
    );
  if (isIn(snapshot, 'details', 'creating')) return <DetailsStep actor={actor} snapshot={snapshot} />;
  if (isIn(snapshot, 'unsure'))
    return (
      <StepMessage role="alert" title="No response">
        <p>{error?.message ?? 'No response from the server'}. It’s safe to check again; nothing is made or charged twice.</p>
        <StepActions first={{ command: 'companyCreate.check', title: 'Check again' }} others={[]} />
      </StepMessage>
    );
  if (isIn(snapshot, 'looking') || creation === null) return <p role="status">Checking the company…</p>;
  if (isIn(snapshot, 'plan', 'starting')) return <PlanStep snapshot={snapshot} creation={creation} />;
  if (isIn(snapshot, 'card', 'leaving')) return <CardStep snapshot={snapshot} creation={creation} />;
  if (isIn(snapshot, 'number', 'searching', 'ordering')) return <NumberStep actor={actor} snapshot={snapshot} creation={creation} />;
  return <DoneStep creation={creation} />;
}

const Wrong = ({ children }: { readonly children: ReactNode }) =>
  children === null || children === undefined || children === '' ? null : (
    <p className={css.wrong} role="alert">
      {children}
    </p>
  );

const zones = listTimeZones().map((zone) => ({ value: zone, label: getZoneLabel(zone) }));

function DetailsStep({ actor, snapshot }: Props) {
  const commands = useCommands();
  const { details, error } = snapshot.context;
  const isBusy = isIn(snapshot, 'creating');
  const place = useRef<HTMLInputElement>(null);
  useFocusOn('details', () => place.current?.focus());
  const type = (field: 'name' | 'timezone' | 'defaultAreaCode', value: string) => actor.send({ type: 'detail.typed', field, value });
  return (
    <form
      noValidate
      className={css.step}
      aria-label="Details"
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('companyCreate.submit');
      }}
    >
      <h3>Details</h3>
      <Field label="Company name">
        <TextInput
          ref={place}
          name="name"
          data-field="name"
          autoComplete="organization"
          maxLength={120}
          readOnly={isBusy}
          value={details.name}
          onChange={({ target }) => type('name', target.value)}
        />
      </Field>
      <Field label="Time zone">
        <Select name="timezone" options={zones} disabled={isBusy} value={details.timezone} onChange={({ target }) => type('timezone', target.value)} />
      </Field>
      <Field label="Area code" hint="For new numbers. You can leave it empty.">
        <TextInput
          name="defaultAreaCode"
          data-field="defaultAreaCode"
          inputMode="numeric"
          maxLength={3}
          readOnly={isBusy}
          value={details.defaultAreaCode}
          onChange={({ target }) => type('defaultAreaCode', target.value)}
        />
      </Field>
      <Wrong>{error?.message}</Wrong>
      <div className={css.actions}>
        <Button look="primary" type="submit" busy={isBusy} keys={commands.keys('companyCreate.submit')}>
          Create company
        </Button>
        <StepButton command="companyCreate.close" title="Close" />
      </div>
    </form>
  );
}

const formatPeriod = (planId: PlanCode) => (planId.endsWith('_yearly') ? 'per year' : 'per month');

function PlanStep({ snapshot, creation }: Pick<Props, 'snapshot'> & { readonly creation: CompanyCreation }) {
  const commands = useCommands();
  const { planId, error } = snapshot.context;
  const plans = listPlans(creation);
  const chosen = plans.find((plan) => plan.planId === planId);
  const isBusy = isIn(snapshot, 'starting');
  const place = useRef<HTMLDivElement>(null);
  useFocusOn(plans.length, () => place.current?.querySelector<HTMLElement>('[data-first] button, button')?.focus());
  return (
    <div className={css.step} ref={place}>
      <h3>Plan</h3>
      {!creation.isBillingConfigured && <p>Payments aren’t set up, so you can’t start a plan. Skip this step.</p>}
      {creation.isBillingConfigured && plans.length === 0 && <p>Plan prices aren’t available yet. Check again, or skip this step.</p>}
      {plans.length > 0 && (
        <p>{creation.hasCard ? 'The first period is charged to your card now.' : 'Next you enter your card. Nothing is charged before that.'}</p>
      )}
      {creation.hasCard && chosen !== undefined && (
        <div data-first>
          <Button look="primary" busy={isBusy} onClick={() => commands.run('companyCreate.plan', { plan: chosen.planId })}>
            {`Start ${planLabel[chosen.planId]}: ${formatDollars(chosen.price)} now`}
          </Button>
        </div>
      )}
      <ul className={css.choices} aria-label="Plans">
        {plans.map((plan) => (
          <li key={plan.planId}>
            <button
              type="button"
              disabled={isBusy}
              aria-current={plan.planId === planId ? true : undefined}
              onClick={() => commands.run('companyCreate.plan', { plan: plan.planId })}
            >
              <span>{planLabel[plan.planId]}</span>
              <span className={css.quiet}>{`${formatDollars(plan.price)} ${formatPeriod(plan.planId)}`}</span>
            </button>
          </li>
        ))}
      </ul>
      <Wrong>{error?.message ?? creation.plan?.reason}</Wrong>
      <div className={css.actions}>
        {creation.isBillingConfigured && plans.length === 0 && <StepButton command="companyCreate.check" title="Check again" isFirst />}
        <StepButton command="companyCreate.skipPlan" title="Skip plan" />
        <StepButton command="companyCreate.close" title="Close" />
      </div>
    </div>
  );
}

function CardStep({ snapshot, creation }: Pick<Props, 'snapshot'> & { readonly creation: CompanyCreation }) {
  const { error } = snapshot.context;
  const plan = creation.plan?.planId;
  const price = creation.prices.find(({ planId }) => planId === plan)?.price;
  return (
    <div className={css.step}>
      <h3>Card</h3>
      <p>
        {plan !== undefined && price !== undefined && `${planLabel[plan]} costs ${formatDollars(price)} ${formatPeriod(plan)}. `}
        You enter the card on the page of the card service and come back here. Then you confirm the plan.
      </p>
      <Wrong>{error?.message}</Wrong>
      <StepActions
        first={{ command: 'companyCreate.card', title: 'Enter card', busy: isIn(snapshot, 'leaving') }}
        others={[
          { command: 'companyCreate.skipCard', title: 'Skip card' },
          { command: 'companyCreate.back', title: 'Back' },
        ]}
      />
    </div>
  );
}

function NumberStep({ actor, snapshot, creation }: Props & { readonly creation: CompanyCreation }) {
  const commands = useCommands();
  const { areaCode, offers, error } = snapshot.context;
  const isOrdering = isIn(snapshot, 'ordering');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocusOn(offers.length, () => (offers.length === 0 ? input.current : list.current?.querySelector('button'))?.focus());
  return (
    <form
      noValidate
      className={css.step}
      aria-label="Number"
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('companyCreate.search', { area: areaCode });
      }}
    >
      <h3>Number</h3>
      <Field label="Area code" hint="Like 212">
        <TextInput
          ref={input}
          name="areaCode"
          data-field="areaCode"
          inputMode="numeric"
          maxLength={3}
          readOnly={isOrdering}
          value={areaCode}
          onChange={({ target }) => actor.send({ type: 'area.typed', areaCode: target.value })}
        />
      </Field>
      {offers.length > 0 && (
        <ul ref={list} className={css.choices} aria-label="Available numbers">
          {offers.map(({ number, locality, region, monthlyCost }) => (
            <li key={number}>
              <button type="button" disabled={isOrdering} onClick={() => commands.run('companyCreate.number', { number })}>
                <span>{displayPhone(number)}</span>
                <span className={css.quiet}>{[locality, region].filter(Boolean).join(', ')}</span>
                <span className={css.quiet}>{`${formatDollars(monthlyCost)} per month`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Wrong>{error?.message ?? (creation.number?.state === 'refused' || creation.number?.state === 'missing' ? creation.number.reason : null)}</Wrong>
      <div className={css.actions}>
        <Button look={offers.length === 0 ? 'primary' : 'quiet'} type="submit" busy={isIn(snapshot, 'searching')}>
          Search numbers
        </Button>
        <StepButton command="companyCreate.skipNumber" title="Skip number" />
        {creation.plan?.state !== 'started' && <StepButton command="companyCreate.back" title="Back" />}
      </div>
    </form>
  );
}

function DoneStep({ creation }: { readonly creation: CompanyCreation }) {
  const { number, plan } = creation;
  const numberText =
    number?.state === 'bought'
      ? `${displayPhone(number.number)} is yours.`
      : number?.state === 'buying'
        ? `${displayPhone(number.number)} is being bought.`
        : 'No number yet.';
  return (
    <StepMessage role="status" title={`${creation.name} is ready`}>
      <p>
        {`${numberText} ${plan?.state === 'started' ? `${planLabel[plan.planId]} is started.` : 'No plan yet.'}`}
        {plan?.state !== 'started' && ' Start one in Billing.'}
      </p>
      <StepActions
        first={{ command: 'company.finishSetup', title: 'Finish setup' }}
        others={[
          ...(number?.state === 'buying' || number?.state === 'bought' ? [] : [{ command: 'companyCreate.back', title: 'Back' }]),
          { command: 'companyCreate.close', title: 'Close' },
        ]}
      />
    </StepMessage>
  );
}
