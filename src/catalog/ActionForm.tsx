/** A small form: its fields, one call, its refusal at the field it names, and its commands. */
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { FormError } from '../features/auth/AuthPage.tsx';
import { useSubmit } from '../features/auth/useSubmit.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TextArea, TextInput } from '../ui/inputs.tsx';
import css from './Catalog.module.css';
import { type CatalogCommand, useProvided } from './commands.ts';

interface FormField<N extends string> {
  /** As the wire names it, so that its refusal finds it. */
  readonly name: N;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'text' | 'tel' | 'password';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric';
  /** Lines of a text area. */
  readonly lines?: number;
}

interface ActionFormProps<N extends string> {
  /** First part of the ids of its commands. */
  readonly id: string;
  readonly group: string;
  readonly fields: readonly FormField<N>[];
  readonly initial: Readonly<Record<N, string>>;
  readonly action: string;
  /** Command that brings the keyboard to the first field. */
  readonly begin: { readonly title: string; readonly keys?: string; readonly hint?: string };
  /** Reason why it can't be sent with these values; null when it can. */
  readonly getReason: (values: Readonly<Record<N, string>>) => string | null;
  readonly onSend: (values: Readonly<Record<N, string>>) => Promise<void>;
  readonly keepsValues?: boolean;
}

/** The form. Enter sends from a line, mod+enter from a text of several lines. */
export function ActionForm<const N extends string>({ id, group, fields, initial, action, begin, getReason, onSend, keepsValues = false }: ActionFormProps<N>) {
  const names = useMemo(() => fields.map(({ name }) => name), [fields]);
  const { busy, wrong, secondsLeft, submit } = useSubmit(names);
  const [values, setValues] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const getWhy = () => (busy ? 'Working…' : secondsLeft > 0 ? 'Too many attempts. Try again when the countdown ends.' : getReason(values));
  const [missing, setMissing] = useState<string | null>(null);
  const send = () => {
    const why = getWhy();
    setMissing(busy ? null : why);
    if (why !== null) return;
    submit(async () => {
      await onSend(values);
      if (!keepsValues) setValues(initial);
    });
  };
  const isLong = fields.some(({ lines }) => lines !== undefined);
  const commands: CatalogCommand[] = [
    {
      id: `${id}.begin`,
      title: begin.title,
      group,
      ...(begin.keys === undefined ? {} : { keys: begin.keys }),
      ...(begin.hint === undefined ? {} : { hint: begin.hint }),
      getReason: () => null,
      run: () => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(),
    },
    { id: `${id}.send`, title: action, group, ...(isLong ? { keys: 'mod+enter', hint: 'send' } : {}), getReason: getWhy, run: send },
  ];
  useProvided(id, commands);
  const type = (name: N, text: string) => {
    setMissing(null);
    setValues((before) => ({ ...before, [name]: text }));
  };
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {fields.map(({ name, label, hint, type: kind = 'text', autoComplete = 'off', inputMode, lines }) => (
        <Field key={name} label={label} hint={hint} error={wrong?.field === name ? wrong.message : null}>
          {lines === undefined ? (
            <TextInput
              data-field={name}
              name={name}
              type={kind}
              inputMode={inputMode}
              autoComplete={autoComplete}
              readOnly={busy}
              value={values[name]}
              onChange={({ target }) => type(name, target.value)}
            />
          ) : (
            <TextArea data-field={name} name={name} minRows={lines} readOnly={busy} value={values[name]} onChange={({ target }) => type(name, target.value)} />
          )}
        </Field>
      ))}
      <FormError wrong={missing === null ? wrong : { field: 'form', message: missing }} secondsLeft={secondsLeft} />
      <div className={css.actions}>
        <Button type="submit" look="primary" keys={isLong ? 'mod+enter' : 'enter'} busy={busy} disabled={secondsLeft > 0}>
          {action}
        </Button>
      </div>
    </form>
  );
}
