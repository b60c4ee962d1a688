/** Inviting users: the pasted addresses with what is known of each; the steps before and after stand over the list. */
import { useMemo } from 'react';
import { formatCount } from '#commands/core/rows.ts';
import type { FlowView } from '#commands/core/types.ts';
import type { InviteAddress } from '#commands/users/types.ts';
import { type AddressState, addressStateLabel } from '#contract/invites/enums.ts';
import { inviteLimits } from '#contract/invites/limits.ts';
import { getReason, type InvitationSnapshot, listInvited, userEvents } from '#machines/invitation/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCompanyId } from '../../api/app.ts';
import { type ListQuery, PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import css from '../../shared/sheets/Sheet.module.css';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import type { Column } from '../../table/index.ts';
import { Chip, EmptyState, LoadingLine } from '../../ui/index.ts';
import { formatInvitations } from './data.ts';
import { type InvitationActor, invitationStore } from './invitationStore.ts';

const title = 'Invitations';
const tones: Readonly<Partial<Record<AddressState, 'accent' | 'red'>>> = { new: 'accent', known: 'accent', invited: 'accent', invalid: 'red' };

function StateMark({ row }: { readonly row: InviteAddress }) {
  const tone = tones[row.state];
  return (
    <Chip small {...(row.isLeftOut || tone === undefined ? {} : { tone })}>
      {row.isLeftOut ? 'Left out' : addressStateLabel[row.state]}
    </Chip>
  );
}

const columns: readonly Column<InviteAddress>[] = [
  { id: 'email', header: 'Email', width: 260, min: 120, grow: 1, hideable: false, rank: 'lead', render: (row) => <span>{row.email ?? row.line}</span> },
  { id: 'name', header: 'Name', width: 160, min: 72, rank: 'text', render: (row) => <span>{row.name ?? '–'}</span> },
  { id: 'state', header: 'Status', width: 144, min: 96, render: (row) => <StateMark row={row} /> },
];
const drops = ['name'];

export function InvitationPane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title={title} /> : <Invitation {...props} companyId={companyId} />;
}

interface Props extends Pick<PaneProps, 'paneId' | 'isFocused'> {
  readonly actor: InvitationActor;
  readonly snapshot: InvitationSnapshot;
  readonly flow: FlowView;
}

const toPaneState = ({ actor, flow }: Props) => ({
  flows: { invitation: flow },
  handles: { send: { invitation: (event: Parameters<InvitationActor['send']>[0]) => actor.send(event) } },
});

function Invitation({ companyId, ...pane }: PaneProps & { readonly companyId: number }) {
  const { entry, snapshot, flow } = useFlow(invitationStore, companyId, { userEvents, getReason });
  const props = { ...pane, actor: entry.actor, snapshot, flow };
  return snapshot.context.addresses.length === 0 ? <Steps {...props} /> : <Rows {...props} />;
}

function Steps(props: Props) {
  const { snapshot, isFocused } = props;
  useRegisterPane(props.paneId, () => ({ scopes: ['invitation'], ...toPaneState(props) }));
  return (
    <>
      <PaneHeader title={title} />
      <PaneBody>
        <div className={css.steps} data-flow="invitation" data-state={getStateName(snapshot)}>
          <LoadingLine active={isIn(snapshot, 'checking')} />
          {isIn(snapshot, 'idle') && (
            <EmptyState icon="user-plus">Paste up to {inviteLimits.addresses} email addresses. You review every address before anything is sent.</EmptyState>
          )}
          {isIn(snapshot, 'checking') && <p role="status">Checking the addresses…</p>}
          <Problem snapshot={snapshot} />
          <div className={css.centered}>
            {isIn(snapshot, 'failed') && <StepButton command="invitation.retry" title="Try again" isFirst takesFocus={isFocused ? 'failed' : null} />}
            {isIn(snapshot, 'idle') && <StepButton command="users.invite" title="Enter addresses" isFirst takesFocus={isFocused ? 'idle' : null} />}
            {!isIn(snapshot, 'idle') && <StepButton command="invitation.close" title="Close" />}
          </div>
        </div>
      </PaneBody>
    </>
  );
}

function Problem({ snapshot }: Pick<Props, 'snapshot'>) {
  const { error } = snapshot.context;
  return error ? (
    <p role="alert" className={css.wrong}>
      {error.message}
    </p>
  ) : null;
}

/** All rows are here: there is nothing to fetch. */
const loaded: ListQuery & { readonly refetch: () => void } = { isPending: false, isFetching: false, isError: false, error: null, refetch: () => {} };

function Rows(props: Props) {
  const { paneId, snapshot } = props;
  const { addresses, leftOut } = snapshot.context;
  const rows = useMemo(
    () =>
      addresses.map((address, index): InviteAddress => ({ ...address, id: `${index}`, isLeftOut: address.email !== null && leftOut.includes(address.email) })),
    [addresses, leftOut],
  );
  return (
    <PlainListPane
      paneId={paneId}
      kind="inviteAddress"
      scope="invitation"
      title={title}
      columns={columns}
      drops={drops}
      rows={rows}
      query={loaded}
      getRowId={(row) => row.id}
      formatSearchText={(row) => `${row.line} ${row.name ?? ''} ${addressStateLabel[row.state]}`}
      placeholder="Email or status"
      above={<Summary snapshot={snapshot} />}
      rowTone={(row) => (row.isLeftOut || row.state === 'member' || row.state === 'double' || row.state === 'over' ? 'dim' : 'plain')}
      more={toPaneState(props)}
      takesFocus={props.isFocused ? 'rows' : null}
      empty={<EmptyState icon="user-plus">No addresses yet.</EmptyState>}
    />
  );
}

function formatTitle(snapshot: InvitationSnapshot): string {
  const { sent, retraction } = snapshot.context;
  if (retraction) return `${formatInvitations(retraction.retracted)} retracted${retraction.opened > 0 ? `, ${retraction.opened} already opened` : ''}`;
  if (isIn(snapshot, 'sent', 'retracting')) return `${formatInvitations(sent.length)} sent`;
  return `${formatCount(listInvited(snapshot.context).length, 'inviteAddress')} to invite`;
}

function formatGrant({ context }: InvitationSnapshot): string {
  const { role, like, businessUnitId } = context.grant;
  if (businessUnitId !== null) return 'As administrator, through the organization';
  return like ? `Like ${like.name}: ${role}, the same numbers and muted numbers` : `As ${role}, with all numbers`;
}

/** Over the rows: how many are invited as what, and the ways on. */
function Summary({ snapshot }: Pick<Props, 'snapshot'>) {
  const isOpen = isIn(snapshot, 'reviewing', 'sending');
  const over = snapshot.context.addresses.filter(({ state }) => state === 'over').length;
  return (
    <div className={css.summary} data-flow="invitation" data-state={getStateName(snapshot)}>
      <LoadingLine active={isIn(snapshot, 'sending', 'retracting')} />
      <h3 aria-live="polite">{formatTitle(snapshot)}</h3>
      <p>{formatGrant(snapshot)}</p>
      {isOpen && over > 0 && <p>{formatCount(over, 'inviteAddress')} over the plan’s user limit. To invite them, change the plan or remove users.</p>}
      <Problem snapshot={snapshot} />
      <div className={css.actions}>
        {isOpen && <StepButton command="invitation.confirm" title="Send invitations" isFirst busy={isIn(snapshot, 'sending')} />}
        {isOpen && <StepButton command="invitation.role" title="Choose role" />}
        {isIn(snapshot, 'sent', 'retracting') && <StepButton command="invitation.retract" title="Retract unopened" busy={isIn(snapshot, 'retracting')} />}
        {isIn(snapshot, 'sent', 'retracted') && <StepButton command="users.invite" title="Invite more" isFirst />}
        <StepButton command="invitation.close" title="Close" />
      </div>
    </div>
  );
}
