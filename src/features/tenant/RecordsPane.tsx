/** Parts of a pane whose flow ends in a checklist of DNS records: its frame, its form, and the checklist. */
import { type ReactNode, useRef } from 'react';
import { PaneBody, PaneHeader } from '../../panes/index.ts';
import sheet from '../../ui/Card.module.css';
import { ErrorState, type FormField, FormFields, LoadingLine, SkeletonRows } from '../../ui/index.ts';
import { useFocusOn } from '../../ui/useStartsWithFocus.ts';
import { type NamedRecord, RecordList } from './RecordList.tsx';
import css from './Tenant.module.css';

interface RecordsPaneProps {
  readonly title: string;
  readonly flow: string;
  readonly state: string;
  readonly isBusy: boolean;
  /** Set while nothing could be loaded. */
  readonly failure: { readonly message: string; readonly onRetry: () => void } | null;
  /** The form or the checklist; null until one of them is there. */
  readonly children: ReactNode;
}

/** Frame of the pane. */
export function RecordsPane({ title, flow, state, isBusy, failure, children }: RecordsPaneProps) {
  return (
    <>
      <PaneHeader title={title} />
      <PaneBody>
        <LoadingLine active={isBusy} />
        <div className={sheet.card} data-flow={flow} data-state={state} data-pane-focus tabIndex={0} role="group" aria-label={title}>
          {failure ? (
            <ErrorState action={{ title: 'Try again', onAct: failure.onRetry }}>{failure.message}</ErrorState>
          ) : (
            (children ?? <SkeletonRows rows={4} />)
          )}
        </div>
      </PaneBody>
    </>
  );
}

interface RecordsFormProps<F extends string> {
  readonly about: string;
  readonly fields: readonly FormField<F>[];
  readonly values: Readonly<Record<F, string>>;
  readonly errors: Readonly<Partial<Record<F, string>>>;
  readonly readOnly: boolean;
  readonly onType: (field: F, value: string) => void;
  /** Buttons of the form. */
  readonly children: ReactNode;
}

/** Form of the pane. Focuses its first field. */
export function RecordsForm<F extends string>({ about, fields, values, errors, readOnly, onType, children }: RecordsFormProps<F>) {
  const place = useRef<HTMLDivElement>(null);
  useFocusOn('form', () => place.current?.querySelector('input')?.focus());
  return (
    <div className={sheet.block} ref={place}>
      <p className={css.about}>{about}</p>
      <div className={css.fields}>
        <FormFields fields={fields} values={values} errorOf={(name) => errors[name]} readOnly={readOnly} onType={onType} />
      </div>
      <div className={css.actions}>{children}</div>
    </div>
  );
}

interface ChecklistProps {
  readonly name: string | null;
  /** Rows about it, as `CardRow`s. */
  readonly rows: ReactNode;
  readonly error: string | null;
  readonly actions: ReactNode;
  readonly records: readonly NamedRecord[];
  /** The command that copies a part of a record. */
  readonly copy: string;
  /** A line beneath the records. */
  readonly note: ReactNode;
}

/** Checklist of the pane. */
export function Checklist({ name, rows, error, actions, records, copy, note }: ChecklistProps) {
  return (
    <>
      <div className={sheet.block}>
        <h3 className={sheet.name}>{name}</h3>
        <dl className={sheet.rows}>{rows}</dl>
        {error !== null && (
          <p role="alert" className={css.wrong}>
            {error}
          </p>
        )}
        <div className={css.actions}>{actions}</div>
      </div>
      <div className={sheet.block}>
        <h3 className={sheet.heading}>DNS records</h3>
        <RecordList records={records} copy={copy} />
        <p className={css.about}>{note}</p>
      </div>
    </>
  );
}
