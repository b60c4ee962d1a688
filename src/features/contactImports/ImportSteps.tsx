/** An import outside of its list: choosing a file, reading it, mapping its columns, and what went wrong. */
import { importFieldLabel } from '#contract/contactImports/enums.ts';
import { countSaved, type ImportSnapshot, type MappedField } from '#machines/contactImport/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import css from '../../shared/sheets/Sheet.module.css';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import { ChipButton, EmptyState, LoadingLine } from '../../ui/index.ts';

interface Props {
  readonly snapshot: ImportSnapshot;
}

const formatRows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`);
const formatField = (field: MappedField | null) =>
  field === null ? 'Not imported' : field === 'firstName' ? 'First name' : field === 'lastName' ? 'Last name' : importFieldLabel[field];

export function ImportSteps({ snapshot, isFocused }: Props & { readonly isFocused: boolean }) {
  const commands = useCommands();
  const { error, file, sheet, sent } = snapshot.context;
  const state = getStateName(snapshot);
  if (isIn(snapshot, 'idle'))
    return (
      <div className={css.steps} data-flow="contactImport" data-state={state}>
        <EmptyState icon="upload" action={{ title: 'Choose file', keys: commands.keys('contacts.import'), onAct: () => commands.run('contacts.import') }}>
          Import contacts from a CSV or XLSX file with columns for name and number. You review every row before anything is saved.
        </EmptyState>
      </div>
    );
  return (
    <div className={css.steps} data-flow="contactImport" data-state={state}>
      <LoadingLine active={isIn(snapshot, 'parsing', 'ready.staging')} />
      <h3>{file}</h3>
      {isIn(snapshot, 'parsing') && <p role="status">Reading the file…</p>}
      {isIn(snapshot, 'ready') && (
        <p role="status">{sent === 0 ? 'Checking the rows…' : `Checking ${formatRows(sheet?.rows ?? 0)}: ${sent.toLocaleString('en-US')} read`}</p>
      )}
      {error && (
        <p role="alert" className={css.wrong}>
          {error.message}
        </p>
      )}
      {isIn(snapshot, 'rejected') && sheet && <Mapping snapshot={snapshot} />}
      <div className={css.actions}>
        {isIn(snapshot, 'failed') && <StepButton command="imports.retry" title="Try again" isFirst takesFocus={isFocused ? 'failed' : null} />}
        {isIn(snapshot, 'failed', 'rejected') && (
          <StepButton
            command="contacts.import"
            title="Choose another file"
            isFirst={isIn(snapshot, 'rejected')}
            takesFocus={isFocused && isIn(snapshot, 'rejected') ? 'rejected' : null}
          />
        )}
        <StepButton command="imports.close" title="Close" />
      </div>
    </div>
  );
}

/** The columns of the file, each with a few of its values and the field it fills. */
function Mapping({ snapshot }: Props) {
  const commands = useCommands();
  const { sheet } = snapshot.context;
  return (
    <ul className={css.columns} aria-label="Columns of the file">
      {sheet?.columns.map(({ name, samples }, at) => (
        <li key={at}>
          <span>{name}</span>
          <span className={css.quiet}>{samples.filter(Boolean).join(', ')}</span>
          <ChipButton icon="columns" onClick={() => commands.run('imports.map', { column: String(at) })}>
            {formatField(sheet.mapping[at] ?? null)}
          </ChipButton>
        </li>
      ))}
    </ul>
  );
}

/** Over the rows: what saving does in all, and the ways on. */
export function ImportSummary({ snapshot }: Props) {
  const commands = useCommands();
  const { checked, sheet, group, error } = snapshot.context;
  if (checked === null) return null;
  const { counts } = checked;
  const saved = countSaved(checked);
  const isSaving = isIn(snapshot, 'saving');
  const isDone = isIn(snapshot, 'done');
  const skipped = counts.unchanged + counts.duplicate + counts.invalid + counts.overLimit + counts.leftOut;
  const unread = sheet?.mapping.filter((field) => field === null).length ?? 0;
  const title = isDone
    ? `${formatRows(saved - counts.held)} saved`
    : `${formatRows(saved)} to save${skipped > 0 ? `, ${skipped.toLocaleString('en-US')} skipped` : ''}`;
  const notes = [
    counts.optedOut > 0 ? `${counts.optedOut.toLocaleString('en-US')} opted out: they stay opted out and get no messages` : null,
    counts.held > 0 ? `${formatRows(counts.held)} not saved: the contact changed after the check` : null,
    !isDone && unread > 0 ? `${unread} ${unread === 1 ? 'column is' : 'columns are'} not imported` : null,
  ].filter((note) => note !== null);
  return (
    <div className={css.summary} data-flow="contactImport" data-state={getStateName(snapshot)}>
      <LoadingLine active={isSaving || isIn(snapshot, 'ready.checking', 'ready.fixing', 'ready.leaving')} />
      <h3 aria-live="polite">{title}</h3>
      {notes.length > 0 && <p>{notes.join(' · ')}</p>}
      {error && (
        <p role="alert" className={css.wrong}>
          {error.message}
        </p>
      )}
      <div className={css.actions}>
        {isDone ? (
          <StepButton command="contacts.import" title="Import another file" isFirst />
        ) : (
          <StepButton
            command="imports.confirm"
            title={`Save ${saved === 1 ? '1 contact' : `${saved.toLocaleString('en-US')} contacts`}`}
            isFirst
            busy={isSaving}
          />
        )}
        {!isDone && (
          <ChipButton icon="users" keys={commands.keys('imports.group')} onClick={() => commands.run('imports.group')}>
            {group === null ? 'No group' : `Group: ${group.name}`}
          </ChipButton>
        )}
        {!isDone && (
          <ChipButton icon="columns" keys={commands.keys('imports.map')} onClick={() => commands.run('imports.map')}>
            Columns
          </ChipButton>
        )}
        <StepButton command="imports.close" title="Close" />
      </div>
    </div>
  );
}
