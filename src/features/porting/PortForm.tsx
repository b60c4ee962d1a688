/** The form of a port-in request, step by step: numbers and account, what can come, papers, confirming, what became of it. */
import type { PortCheck } from '#contract/porting/entities.ts';
import { portDocumentKinds, portDocumentLabel } from '#contract/porting/enums.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { listPortable, type PortSnapshot } from '#machines/portIn/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { StepActions, StepMessage } from '../../shared/steps/FlowStep.tsx';
import type { Step } from '../../shared/steps/StepButton.tsx';
import { LoadingLine } from '../../ui/index.ts';
import { PortDraftFields } from './PortDraftFields.tsx';
import css from './Porting.module.css';
import type { PortActor } from './portInStore.ts';

interface Props {
  readonly actor: PortActor;
  readonly snapshot: PortSnapshot;
}

const formatCount = (count: number) => (count === 1 ? '1 number' : `${count} numbers`);

export function PortForm({ actor, snapshot }: Props) {
  const busy = isIn(snapshot, 'checking', 'sending', 'following');
  const { error } = snapshot.context;
  return (
    <section className={css.form} data-flow="portIn" data-state={getStateName(snapshot)} data-scope="portForm" aria-label="Port numbers in">
      <LoadingLine active={busy} />
      {isIn(snapshot, 'draft', 'checking') && <PortDraftFields actor={actor} snapshot={snapshot} />}
      {isIn(snapshot, 'partly') && <PartialPortability check={snapshot.context.check} />}
      {isIn(snapshot, 'documents') && <Documents snapshot={snapshot} />}
      {isIn(snapshot, 'confirming', 'sending') && <Confirm snapshot={snapshot} />}
      {isIn(snapshot, 'unsure', 'following', 'submitted', 'refused') && <Outcome snapshot={snapshot} />}
      {error && !isIn(snapshot, 'draft', 'checking', 'unsure') && (
        <p className={css.wrong} role="alert">
          {error.message}
        </p>
      )}
    </section>
  );
}

const revise: Step = { command: 'porting.revise', title: 'Back' };
const close: Step = { command: 'porting.close', title: 'Close' };

function PartialPortability({ check }: { readonly check: PortCheck | null }) {
  const count = listPortable(check).length;
  return (
    <div role="status">
      <h3>{`${formatCount(count)} can be ported`}</h3>
      <ul>
        {check?.data
          .filter(({ portable }) => !portable)
          .map(({ number, reason }) => (
            <li key={number}>{`${displayPhone(number)}: ${reason ?? 'can’t be ported'}`}</li>
          ))}
        {check?.twice.map((number) => (
          <li key={number}>{`${displayPhone(number)} is listed twice and will be submitted once`}</li>
        ))}
        {check?.unread.map((word) => (
          <li key={word}>{`“${word}” is not a phone number`}</li>
        ))}
      </ul>
      <StepActions first={{ command: 'porting.accept', title: `Continue with ${formatCount(count)}` }} others={[revise, close]} />
    </div>
  );
}

function Documents({ snapshot }: { readonly snapshot: PortSnapshot }) {
  const { documents, check } = snapshot.context;
  const isReady = documents.letter !== null && documents.bill !== null;
  const next = documents.letter === null ? 'letter' : 'bill';
  const first: Step = isReady
    ? { command: 'porting.finish', title: 'Continue' }
    : { command: `porting.${next}`, title: `Add: ${portDocumentLabel[next].toLowerCase()}` };
  const others = portDocumentKinds
    .map(
      (kind): Step => ({ command: `porting.${kind}`, title: documents[kind] === null ? `Add: ${portDocumentLabel[kind].toLowerCase()}` : `Another ${kind}` }),
    )
    .filter(({ command }) => command !== first.command);
  return (
    <>
      <h3>{`Documents for ${formatCount(listPortable(check).length)}`}</h3>
      <p>PDF, PNG or JPG, up to 5 MB in total. Your current carrier reviews both.</p>
      <ul>
        {portDocumentKinds.map((kind) => (
          <li key={kind}>{`${portDocumentLabel[kind]}: ${documents[kind] ?? 'missing'}`}</li>
        ))}
      </ul>
      <StepActions key={first.command} first={first} others={[...others, revise, close]} />
    </>
  );
}

function Confirm({ snapshot }: { readonly snapshot: PortSnapshot }) {
  const { draft, check } = snapshot.context;
  const numbers = listPortable(check);
  return (
    <>
      <h3>{`Port ${formatCount(numbers.length)} from ${draft.losingCarrier}`}</h3>
      <p>{numbers.map(displayPhone).join(', ')}</p>
      <p>{`${draft.authorizedName} signs for ${draft.customerName}. The Letter of Authorization goes to ${draft.authorizedEmail}. Keep your current carrier account open until porting completes.`}</p>
      <StepActions first={{ command: 'porting.confirm', title: 'Send the request', busy: isIn(snapshot, 'sending') }} others={[revise, close]} />
    </>
  );
}

function Outcome({ snapshot }: { readonly snapshot: PortSnapshot }) {
  const { port, error } = snapshot.context;
  const renew: Step = { command: 'porting.renew', title: 'Port more numbers' };
  if (isIn(snapshot, 'unsure'))
    return (
      <StepMessage role="alert" title="No response">
        <p>{error?.message ?? 'No response from the server'}. It’s safe to check again; nothing is submitted twice.</p>
        <StepActions first={{ command: 'porting.retry', title: 'Ask again' }} others={[]} />
      </StepMessage>
    );
  if (isIn(snapshot, 'following'))
    return (
      <StepMessage role="status" title="Submitting to the carrier">
        <p>You can close this. The request continues in the background.</p>
        <StepActions first={close} others={[]} />
      </StepMessage>
    );
  if (isIn(snapshot, 'refused'))
    return (
      <StepMessage role="alert" title="Request declined">
        <p>{port?.reason ?? 'The carrier gave no reason'}</p>
        <StepActions first={{ ...renew, title: 'Start over' }} others={[close]} />
      </StepMessage>
    );
  return (
    <StepMessage role="status" title="Request submitted">
      <p>Porting takes a week or more. Track it in the list; numbers appear in Numbers when done.</p>
      <StepActions first={close} others={[renew]} />
    </StepMessage>
  );
}
