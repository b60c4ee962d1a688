/** The sender of the tenant's mail: its address, then the records to publish, each with what was found. */
import type { EmailSender } from '#contract/tenant/entities.ts';
import { senderPurposeLabel } from '#contract/tenant/enums.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { getReason, type SenderField, type SenderSnapshot, userEvents } from '#machines/emailSender/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCompanyId } from '../../api/app.ts';
import { PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { useFlow } from '../../panes/useFlow.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import { CardRow } from '../../ui/CardRow.tsx';
import { FutureTime } from '../../ui/FutureTime.tsx';
import { type FormField, RelativeTime } from '../../ui/index.ts';
import { Checklist, RecordsForm, RecordsPane } from './RecordsPane.tsx';
import { type SenderActor, senderStore } from './senderStore.ts';

export function EmailSenderPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Email sender" /> : <Sender key={companyId} paneId={paneId} companyId={companyId} />;
}

function Sender({ paneId, companyId }: { readonly paneId: string; readonly companyId: number }) {
  const { entry, snapshot, flow } = useFlow(senderStore, companyId, { userEvents, getReason });
  const { actor } = entry;
  const { sender, error } = snapshot.context;
  useRegisterPane(paneId, () => ({
    scopes: ['emailSender'],
    subject: sender?.address ?? null,
    flows: { emailSender: flow },
    handles: {
      send: { emailSender: (event) => actor.send(event) },
      back: () => {
        if (getReason(actor.getSnapshot(), 'sender.kept') !== null) return false;
        actor.send({ type: 'sender.kept' });
        return true;
      },
    },
  }));
  const isEditing = isIn(snapshot, 'editing', 'starting');
  return (
    <RecordsPane
      title="Email sender"
      flow="emailSender"
      state={getStateName(snapshot)}
      isBusy={!isIn(snapshot, 'editing', 'checklist', 'failed')}
      failure={isIn(snapshot, 'failed') ? { message: error?.message ?? '', onRetry: () => actor.send({ type: 'sender.reloaded' }) } : null}
    >
      {isEditing ? <SenderForm actor={actor} snapshot={snapshot} /> : sender ? <SenderChecklist snapshot={snapshot} sender={sender} /> : null}
    </RecordsPane>
  );
}

const fields: readonly FormField<SenderField>[] = [
  { name: 'address', label: 'Address', hint: 'On your own domain, like help@example.com', max: 254, type: 'email' },
  { name: 'name', label: 'Name', hint: 'Shown beside the address', max: 60 },
];

function SenderForm({ actor, snapshot }: { readonly actor: SenderActor; readonly snapshot: SenderSnapshot }) {
  const { draft, error, sender } = snapshot.context;
  const isBusy = !isIn(snapshot, 'editing');
  return (
    <RecordsForm
      about="Your company’s emails are sent from this address and signed with its own key. Your domain needs three DNS records."
      fields={fields}
      values={draft}
      errors={error ? { address: error.message } : {}}
      readOnly={isBusy}
      onType={(field, value) => actor.send({ type: 'sender.typed', field, value })}
    >
      <StepButton command="sender.start" title="Start verification" isFirst busy={isBusy} />
      {sender && <StepButton command="sender.keep" title={`Keep ${sender.address}`} />}
    </RecordsForm>
  );
}

function SenderChecklist({ snapshot, sender }: { readonly snapshot: SenderSnapshot; readonly sender: EmailSender }) {
  const { address, name, status, records, lookedAt, expiresAt } = sender;
  return (
    <Checklist
      name={address}
      rows={
        <>
          <CardRow label="Name">{name}</CardRow>
          <CardRow label="Status">{status === 'verified' ? 'Verified' : 'Verification started'}</CardRow>
          {expiresAt !== null && (
            <CardRow label="Expires unless all are verified">
              <FutureTime at={expiresAt} />
            </CardRow>
          )}
        </>
      }
      error={snapshot.context.error?.message ?? null}
      actions={
        <>
          <StepButton command="sender.look" title="Check again" />
          <StepButton command="sender.edit" title="Edit" />
          <StepButton command="sender.remove" title="Remove" />
        </>
      }
      records={records.map((record) => ({ ...record, label: `${senderPurposeLabel[record.purpose]}${record.isRequired ? '' : ' (optional)'}` }))}
      copy="sender.copy"
      note={
        <>
          {`Keep the records. Without them, the verification ends after ${tenantLimits.proofDays} days.`}
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
