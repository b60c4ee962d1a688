/** The form of a contact, in place of its card. What is typed lives in its own store; saving and discarding are commands. */
import { type ComponentProps, useEffect, useRef } from 'react';
import { useCommands } from '../../api/commands.ts';
import { Button, Field, TextArea, TextInput } from '../../ui/index.ts';
import css from './Contact.module.css';
import type { FieldName } from './edits.ts';
import { contactForms, type Form, isChanged } from './forms.ts';

interface Line {
  readonly field: FieldName;
  readonly label: string;
  readonly type?: ComponentProps<'input'>['type'];
  readonly autoComplete?: string;
  readonly max: number;
}
const lines: readonly Line[] = [
  { field: 'name', label: 'Name', max: 200 },
  { field: 'number', label: 'Phone', type: 'tel', max: 40 },
  { field: 'companyName', label: 'Company', max: 200 },
  { field: 'title', label: 'Title', max: 100 },
  { field: 'email', label: 'Email', type: 'email', max: 254 },
  { field: 'address1', label: 'Address line 1', max: 200 },
  { field: 'address2', label: 'Address line 2', max: 200 },
  { field: 'city', label: 'City', max: 100 },
  { field: 'state', label: 'State', max: 100 },
  { field: 'zip', label: 'ZIP code', max: 20 },
  { field: 'country', label: 'Country', max: 100 },
];
const notesMax = 5_000;

export function ContactForm({ form }: { form: Form }) {
  const commands = useCommands();
  const box = useRef<HTMLFormElement>(null);
  const { field, times } = form.focus;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks for the same field again
  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
    input?.focus();
    if (input && input.value !== '') input.select();
  }, [field, times]);
  return (
    <form
      ref={box}
      className={css.form}
      noValidate
      aria-label={form.contactId === null ? 'New contact' : 'Edit contact'}
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('contacts.save');
      }}
    >
      {lines.map((line) => (
        <Field key={line.field} label={line.label} error={form.errors[line.field]}>
          <TextInput
            name={line.field}
            type={line.type ?? 'text'}
            mono={line.field === 'number'}
            maxLength={line.max}
            autoComplete="off"
            value={form.values[line.field]}
            onChange={(event) => contactForms.type(line.field, event.target.value)}
          />
        </Field>
      ))}
      <Field label="Notes" error={form.errors.notes}>
        <TextArea name="notes" maxLength={notesMax} value={form.values.notes} onChange={(event) => contactForms.type('notes', event.target.value)} />
      </Field>
      <div className={css.formActions}>
        <Button look="primary" type="submit" busy={form.isSaving} keys={commands.keys('contacts.save')}>
          {form.contactId === null ? 'Create' : 'Save'}
        </Button>
        <Button look="quiet" onClick={() => commands.run('contacts.discard')}>
          {isChanged(form) ? 'Discard' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
