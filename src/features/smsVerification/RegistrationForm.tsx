/** The form of a registration: a rail of steps, the fields of one, and beside them what carriers would reject of it. */
import type { Finding } from '#contract/smsVerification/entities.ts';
import { getStepOf, type RegistrationStep, registrationStepLabel, registrationSteps } from '#contract/smsVerification/findings.ts';
import { isBlocking } from '#contract/smsVerification/lint.ts';
import { type Draft, findingsOfStep, lintDraft, type RegistrationSnapshot } from '#machines/smsVerification/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { StepActions, StepMessage } from '../../shared/steps/FlowStep.tsx';
import sheet from '../../shared/steps/StepSheet.module.css';
import { Button, Icon, LoadingLine } from '../../ui/index.ts';
import { FeeList } from './FeeList.tsx';
import css from './Registration.module.css';
import type { RegistrationActor } from './registrationStore.ts';
import { StepFields } from './StepFields.tsx';

interface Props {
  readonly companyId: number;
  readonly actor: RegistrationActor;
  readonly snapshot: RegistrationSnapshot;
}

export function RegistrationForm({ companyId, actor, snapshot }: Props) {
  const { draft, lanes, step, error, verification } = snapshot.context;
  const findings = lintDraft(draft, lanes, verification?.brand);
  const isEditing = isIn(snapshot, 'editing', 'saving');
  const open = isEditing ? step : null;
  return (
    <section
      className={`${sheet.sheet} ${css.form}`}
      data-flow="smsVerification"
      data-state={getStateName(snapshot)}
      data-scope="registrationForm"
      aria-label="Register numbers for texting"
    >
      <LoadingLine active={isIn(snapshot, 'saving', 'checking', 'sending')} />
      <Rail
        open={open}
        findings={findings}
        isReview={isIn(snapshot, 'checking', 'review', 'sending', 'unsure')}
        canChoose={isIn(snapshot, 'editing', 'review')}
      />
      {isEditing && <Step key={step} companyId={companyId} actor={actor} snapshot={snapshot} findings={findingsOfStep(findings, step)} />}
      {isIn(snapshot, 'checking') && <p role="status">Checking the registration and its pages…</p>}
      {isIn(snapshot, 'review', 'sending') && <Review snapshot={snapshot} />}
      {isIn(snapshot, 'unsure') && (
        <StepMessage role="alert" title="No response">
          <p>{error?.message ?? 'No response from the server'}. It’s safe to check again; nothing is submitted twice.</p>
          <StepActions first={{ command: 'texting.retry', title: 'Check again' }} others={[]} />
        </StepMessage>
      )}
      {isIn(snapshot, 'submitted') && (
        <StepMessage role="status" title="Registration submitted">
          <p>Brands are reviewed in minutes to days, campaigns in up to 3 weeks. You get a notice when carriers decide.</p>
          <StepActions first={{ command: 'texting.close', title: 'Close' }} others={[]} />
        </StepMessage>
      )}
    </section>
  );
}

interface RailProps {
  readonly open: RegistrationStep | null;
  readonly findings: readonly Finding[];
  readonly isReview: boolean;
  readonly canChoose: boolean;
}

function Rail({ open, findings, isReview, canChoose }: RailProps) {
  const commands = useCommands();
  return (
    <ol className={sheet.rail} aria-label="Steps">
      {registrationSteps.map((step) => {
        const isDone = !findingsOfStep(findings, step).some(isBlocking);
        return (
          <li key={step}>
            <button
              type="button"
              disabled={!canChoose}
              aria-current={open === step ? 'step' : undefined}
              onClick={() => commands.run('texting.step', { step })}
            >
              <Icon name={isDone ? 'circle-check' : 'circle'} size={14} tone={isDone ? 'green' : 'muted'} label={isDone ? 'Ready' : 'Not ready'} />
              {registrationStepLabel[step]}
            </button>
          </li>
        );
      })}
      <li>
        <span aria-current={isReview ? 'step' : undefined}>Review</span>
      </li>
    </ol>
  );
}

function Step({ companyId, actor, snapshot, findings }: Props & { readonly findings: readonly Finding[] }) {
  const commands = useCommands();
  const { step, error, verification } = snapshot.context;
  const isSaving = isIn(snapshot, 'saving');
  const isKept = verification !== null && (!verification.brand.isOwn || (!verification.brand.isDraft && verification.brand.status !== 'rejected'));
  const isLocked = isKept && (step === 'business' || step === 'contact');
  return (
    <form
      noValidate
      className={css.step}
      aria-label={registrationStepLabel[step]}
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('texting.next');
      }}
    >
      <div className={css.fields}>
        <h3>{registrationStepLabel[step]}</h3>
        {isLocked && (
          <p className={css.quiet}>
            {verification?.brand.isOwn
              ? 'Carriers have this brand already. Its fields stay as they are.'
              : 'This brand belongs to another company of the organization. Its fields stay as they are.'}
          </p>
        )}
        <StepFields companyId={companyId} actor={actor} snapshot={snapshot} findings={findings} readOnly={isSaving || isLocked} />
        {error && (
          <p className={css.wrong} role="alert">
            {error.message}
          </p>
        )}
        <div className={css.actions}>
          <Button look="primary" type="submit" busy={isSaving} keys={commands.keys('texting.next')}>
            Continue
          </Button>
          {step !== 'business' && (
            <Button look="quiet" keys={commands.keys('texting.back')} onClick={() => commands.run('texting.back')}>
              Back
            </Button>
          )}
        </div>
      </div>
      <Findings findings={findings} draft={snapshot.context.draft} ready="No problems on this step." />
    </form>
  );
}

type Weight = 'error' | 'warning' | 'missing';
const looks = {
  error: { name: 'circle-x', tone: 'red', label: 'Rejected' },
  warning: { name: 'warning', tone: 'amber', label: 'Warning' },
  missing: { name: 'circle', tone: 'muted', label: 'Missing' },
} as const;
const weights: readonly Weight[] = ['error', 'warning', 'missing'];

/** A field in which nothing is written yet is no rejection. */
function weigh({ field, severity }: Finding, draft: Draft): Weight {
  const value = field === 'optins' ? draft.optinType : draft[field];
  return severity === 'error' && value.trim() === '' ? 'missing' : severity;
}

interface FindingsProps {
  readonly findings: readonly Finding[];
  readonly draft: Draft;
  readonly ready: string;
  readonly canGo?: boolean;
}

/** Likely rejections, each with the sentence it is about; merely missing values come last. */
function Findings({ findings, draft, ready, canGo = false }: FindingsProps) {
  const commands = useCommands();
  const isReady = !findings.some(isBlocking);
  const weighed = weights.flatMap((weight) => findings.filter((finding) => weigh(finding, draft) === weight).map((finding) => ({ ...finding, weight })));
  return (
    <aside className={css.findings} aria-label="Carrier check" data-ready={isReady}>
      <h4>Carrier check</h4>
      {isReady && (
        <p className={css.ready}>
          <Icon name="circle-check" size={14} tone="green" /> {ready}
        </p>
      )}
      <ul>
        {weighed.map(({ field, weight, message, quote }, at) => (
          <li key={at} className={weight === 'missing' ? css.quiet : undefined}>
            <Icon {...looks[weight]} size={14} />
            <span>
              {message}
              {quote !== null && <q>{quote.length > 200 ? `${quote.slice(0, 199)}…` : quote}</q>}
              {canGo && (
                <button type="button" className={css.link} onClick={() => commands.run('texting.step', { step: getStepOf(field) })}>
                  {`Edit ${registrationStepLabel[getStepOf(field)].toLowerCase()}`}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Review({ snapshot }: { readonly snapshot: RegistrationSnapshot }) {
  const { findings, fees, error, draft } = snapshot.context;
  const isReady = fees !== null && !findings.some(isBlocking);
  const submit = { command: 'texting.submit', title: 'Submit', busy: isIn(snapshot, 'sending') };
  const check = { command: 'texting.check', title: 'Check again' };
  return (
    <div className={css.step}>
      <div className={css.fields}>
        <h3>{`Submit ${draft.brandName || draft.legalName}`}</h3>
        {fees && <FeeList fees={fees} />}
        {error && (
          <p className={css.wrong} role="alert">
            {error.message}
          </p>
        )}
        <StepActions key={isReady ? 'ready' : 'fix'} first={isReady ? submit : check} others={[{ command: 'texting.back', title: 'Back' }]} />
      </div>
      {fees && <Findings findings={findings} draft={draft} ready="No problems in the fields or pages." canGo />}
    </div>
  );
}
