/** An update outside of its list: the template, choosing a file, reading it, and what went wrong; and what stands over the list. */
import type { UpdateSnapshot } from '#machines/bulkAttributes/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import css from '../../shared/sheets/Sheet.module.css';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import { ChipButton, EmptyState, LoadingLine } from '../../ui/index.ts';
import { FileDrop } from './FileDrop.tsx';

interface Props {
  readonly snapshot: UpdateSnapshot;
}

const formatCount = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Scope of the update; nothing where the company is in no organization. */
function ScopeChip({ snapshot }: Props) {
  const app = useApp();
  const companyId = useCompanyId();
  const commands = useCommands();
  const company = app.get().companies.find(({ id }) => id === companyId);
  if (company?.organizationId == null) return null;
  return (
    <ChipButton icon="building" keys={commands.keys('attributes.scope')} onClick={() => commands.run('attributes.scope')}>
      {snapshot.context.scope === 'company' ? company.name : 'All companies of the organization'}
    </ChipButton>
  );
}

export function UpdateSteps({ snapshot, isFocused }: Props & { readonly isFocused: boolean }) {
  const { error, file } = snapshot.context;
  const state = getStateName(snapshot);
  if (isIn(snapshot, 'idle'))
    return (
      <FileDrop className={css.steps} state={state}>
        <EmptyState icon="rows">
          Download the template, edit its values in a spreadsheet, and choose or drop the file here. You review every change before anything is saved.
        </EmptyState>
        <div className={css.centered}>
          <StepButton command="attributes.template" title="Download template" isFirst />
          <StepButton command="attributes.upload" title="Choose file" />
          <ScopeChip snapshot={snapshot} />
        </div>
      </FileDrop>
    );
  const isStuck = isIn(snapshot, 'failed', 'rejected');
  return (
    <FileDrop className={css.steps} state={state}>
      <LoadingLine active={!isStuck} />
      <h3>{file}</h3>
      {isIn(snapshot, 'parsing') && <p role="status">Reading the file…</p>}
      {isIn(snapshot, 'checking') && <p role="status">Checking the rows…</p>}
      {error && (
        <p role="alert" className={css.wrong}>
          {error.message}
        </p>
      )}
      <div className={css.actions}>
        {isIn(snapshot, 'failed') && <StepButton command="attributes.retry" title="Try again" isFirst takesFocus={isFocused ? 'failed' : null} />}
        {isStuck && (
          <StepButton
            command="attributes.upload"
            title="Choose another file"
            isFirst={isIn(snapshot, 'rejected')}
            takesFocus={isFocused && isIn(snapshot, 'rejected') ? 'rejected' : null}
          />
        )}
        <StepButton command="attributes.close" title="Close" />
      </div>
    </FileDrop>
  );
}

/** Over the rows: what applying changes in all, and the ways on. */
export function UpdateSummary({ snapshot }: Props) {
  const { checked, applied, error } = snapshot.context;
  if (checked === null) return null;
  const { counts } = checked;
  const isDone = isIn(snapshot, 'done');
  const title = isDone
    ? `${formatCount(applied ?? 0, 'cell')} changed`
    : counts.cells === 0
      ? 'No changes to apply'
      : `${formatCount(counts.cells, 'cell')} in ${formatCount(counts.change, 'row')} to change`;
  const notes = [
    !isDone && counts.invalid > 0 ? `${formatCount(counts.invalid, 'invalid row')}: fix them or leave them out` : null,
    !isDone && counts.unknownChoices > 0 ? `${formatCount(counts.unknownChoices, 'unknown choice')}` : null,
    counts.unchanged > 0 ? `${formatCount(counts.unchanged, 'row')} unchanged` : null,
  ].filter((note) => note !== null);
  return (
    <FileDrop className={css.summary} state={getStateName(snapshot)}>
      <LoadingLine active={isIn(snapshot, 'checking', 'extending', 'applying')} />
      <h3 aria-live="polite">{title}</h3>
      {notes.length > 0 && <p>{notes.join(' · ')}</p>}
      {error && (
        <p role="alert" className={css.wrong}>
          {error.message}
        </p>
      )}
      <div className={css.actions}>
        {isDone ? (
          <StepButton command="attributes.upload" title="Choose another file" isFirst />
        ) : (
          <StepButton
            command="attributes.confirm"
            title={`Change ${formatCount(counts.cells, 'cell')}`}
            isFirst={counts.invalid === 0 && counts.cells > 0}
            busy={isIn(snapshot, 'applying')}
          />
        )}
        {!isDone && counts.invalid > 0 && <StepButton command="attributes.showProblems" title="Show problems" isFirst />}
        {!isDone && counts.unknownChoices > 0 && (
          <StepButton
            command="attributes.addChoices"
            title={counts.unknownChoices === 1 ? 'Add the choice' : 'Add the choices'}
            busy={isIn(snapshot, 'extending')}
          />
        )}
        {!isDone && <ScopeChip snapshot={snapshot} />}
        <StepButton command="attributes.close" title="Close" />
      </div>
    </FileDrop>
  );
}
