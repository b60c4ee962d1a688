/** The custom domain: its name, then the records to publish, each with what was found. */
import type { CustomDomain } from '#contract/tenant/entities.ts';
import { type DomainStatus, domainStatusLabel, recordPurposeLabel } from '#contract/tenant/enums.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { type DomainField, type DomainSnapshot, getReason, hasDomain, isComplete, userEvents } from '#machines/customDomain/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCompanyId } from '../../api/app.ts';
import { PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { useFlow } from '../../panes/useFlow.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import { CardRow } from '../../ui/CardRow.tsx';
import { FutureTime } from '../../ui/FutureTime.tsx';
import { type FormField, RelativeTime } from '../../ui/index.ts';
import { type DomainActor, domainStore } from './domainStore.ts';
import { Checklist, RecordsForm, RecordsPane } from './RecordsPane.tsx';

export function CustomDomainPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Custom domain" /> : <Domain key={companyId} paneId={paneId} companyId={companyId} />;
}

function Domain({ paneId, companyId }: { readonly paneId: string; readonly companyId: number }) {
  const { entry, snapshot, flow } = useFlow(domainStore, companyId, { userEvents, getReason });
  const { actor } = entry;
  const { configuration, error } = snapshot.context;
  useRegisterPane(paneId, () => ({
    scopes: ['customDomain'],
    subject: configuration?.domain ?? null,
    flows: { customDomain: flow },
    handles: {
      send: { customDomain: (event) => actor.send(event) },
      back: () => {
        if (getReason(actor.getSnapshot(), 'domain.kept') !== null) return false;
        actor.send({ type: 'domain.kept' });
        return true;
      },
    },
  }));
  const isEditing = isIn(snapshot, 'editing', 'checking', 'claiming');
  return (
    <RecordsPane
      title="Custom domain"
      flow="customDomain"
      state={getStateName(snapshot)}
      isBusy={!isIn(snapshot, 'editing', 'checklist', 'failed')}
      failure={isIn(snapshot, 'failed') ? { message: error?.message ?? '', onRetry: () => actor.send({ type: 'load.retried' }) } : null}
    >
      {isEditing ? (
        <DomainForm actor={actor} snapshot={snapshot} />
      ) : hasDomain(configuration) ? (
        <DomainChecklist snapshot={snapshot} configuration={configuration} />
      ) : null}
    </RecordsPane>
  );
}

const fields: readonly FormField<DomainField>[] = [
  { name: 'domain', label: 'Domain', hint: 'Like example.com', max: 260, isMono: true },
  { name: 'appSubdomain', label: 'App subdomain', hint: 'Leave empty to use “app”. Enter @ to use the domain without a subdomain.', max: 100, isMono: true },
  { name: 'apiSubdomain', label: 'API subdomain', hint: 'Leave empty to use “api”', max: 100, isMono: true },
  { name: 'authToken', label: 'Auth token', hint: 'Leave empty to create one', max: 200, isMono: true },
];

function DomainForm({ actor, snapshot }: { readonly actor: DomainActor; readonly snapshot: DomainSnapshot }) {
  const { draft, error, configuration } = snapshot.context;
  const isBusy = !isIn(snapshot, 'editing');
  return (
    <RecordsForm
      about="People sign in at your own address and see your brand there. Your domain needs three DNS records."
      fields={fields}
      values={draft}
      errors={error ? { domain: error.message } : {}}
      readOnly={isBusy}
      onType={(field, value) => actor.send({ type: 'domain.typed', field, value })}
    >
      <StepButton command="domain.claim" title="Claim domain" isFirst busy={isBusy} />
      {hasDomain(configuration) && <StepButton command="domain.keep" title={`Keep ${configuration.domain}`} />}
    </RecordsForm>
  );
}

const endLabel: Readonly<Record<DomainStatus, string>> = {
  none: '',
  claimed: 'Claim ends',
  verified: 'Expires unless ownership is verified',
  synced: 'Expires unless ownership is verified',
  expired: 'Expired',
};

function DomainChecklist({ snapshot, configuration }: { readonly snapshot: DomainSnapshot; readonly configuration: CustomDomain }) {
  const { error } = snapshot.context;
  const { domain, status, appUrl, apiUrl, records, askedAt, lookedAt, expiresAt } = configuration;
  const isReady = isComplete(configuration) && status !== 'synced';
  return (
    <Checklist
      name={domain}
      rows={
        <>
          <CardRow label="Status">{domainStatusLabel[status]}</CardRow>
          <CardRow label="App">{appUrl}</CardRow>
          <CardRow label="API">{apiUrl}</CardRow>
          {expiresAt !== null && (
            <CardRow label={endLabel[status]}>{status === 'expired' ? <RelativeTime at={expiresAt} /> : <FutureTime at={expiresAt} />}</CardRow>
          )}
        </>
      }
      error={error?.message ?? null}
      actions={
        <>
          {status !== 'synced' && <StepButton command="domain.sync" title="Use for brand" isFirst={isReady} busy={isIn(snapshot, 'syncing')} />}
          <StepButton command="domain.look" title="Check again" />
          <StepButton command="domain.edit" title={status === 'expired' ? 'Claim again' : 'Edit'} />
          <StepButton command="domain.remove" title="Remove" />
        </>
      }
      records={records.map((record) => ({ ...record, label: recordPurposeLabel[record.purpose] }))}
      copy="domain.copy"
      note={
        <>
          {`Keep the records. Without the ownership record, the domain stops working after ${tenantLimits.proofDays} days. Name servers: ${askedAt.join(', ')}.`}
          {lookedAt !== null && (
            <>
              {' Last checked '}
              <RelativeTime at={lookedAt} />
            </>
          )}
        </>
      }
    />
  );
}
