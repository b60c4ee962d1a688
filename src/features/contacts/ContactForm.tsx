/** The form of a contact, in place of its card. What is typed lives in its own store; saving and discarding are commands. */
import { useEffect, useRef } from 'react';
import { useCommands } from '../../api/commands.ts';
import { Button, type FormField, FormFields } from '../../ui/index.ts';
import css from './Contact.module.css';
import type { FieldName } from './edits.ts';
import { contactForms, type Form, isChanged } from './forms.ts';

const fields: readonly FormField<FieldName>[] = [
  { name: 'name', label: 'Name', max: 200 },
  { name: 'number', label: 'Phone', type: 'tel', isMono: true, max: 40 },
  { name: 'companyName', label: 'Company', max: 200 },
  { name: 'title', label: 'Title', max: 100 },
  { name: 'email', label: 'Email', type: 'email', max: 254 },
  { name: 'address1', label: 'Address line 1', max: 200 },
  { name: 'address2', label: 'Address line 2', max: 200 },
  { name: 'city', label: 'City', max: 100 },
  { name: 'state', label: 'State', max: 100 },
  { name: 'zip', label: 'ZIP code', max: 20 },
  { name: 'country', label: 'Country', max: 100 },
  { name: 'notes', label: 'Notes', max: 5_000, lines: 2 },
];

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
      <FormFields fields={fields} values={form.values} errors={form.errors} onType={contactForms.type} />
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
