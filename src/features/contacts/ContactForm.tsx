/** The form of a contact, in place of its card. What is typed is the flow's; saving and discarding are commands. */
import { useRef } from 'react';
import { type ContactEditSnapshot, type FieldName, isChanged, type UserEvent } from '#machines/contactEdit/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, type FormField, FormFields } from '../../ui/index.ts';
import { useFocusOn } from '../../ui/useStartsWithFocus.ts';
import css from './Contact.module.css';

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

interface ContactFormProps {
  readonly snapshot: ContactEditSnapshot;
  readonly isNew: boolean;
  readonly isFocused: boolean;
  readonly send: (event: UserEvent) => void;
}

export function ContactForm({ snapshot, isNew, isFocused, send }: ContactFormProps) {
  const commands = useCommands();
  const box = useRef<HTMLFormElement>(null);
  const { values, errors, focus } = snapshot.context;
  const isSaving = isIn(snapshot, 'saving');
  const { field, times } = focus;
  // `times` asks for the same field again. The form of a new contact stands in the contact pane of every view.
  useFocusOn(`${field} ${times}`, () => {
    if (!isFocused) return;
    const input = box.current?.querySelector<HTMLInputElement>(`[name="${field}"]`);
    input?.focus();
    if (input && input.value !== '') input.select();
  });
  return (
    <form
      ref={box}
      className={css.form}
      noValidate
      data-flow="contactEdit"
      data-state={getStateName(snapshot)}
      aria-label={isNew ? 'New contact' : 'Edit contact'}
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('contacts.save');
      }}
    >
      <FormFields
        fields={fields}
        values={values}
        errorOf={(name) => errors[name]}
        readOnly={isSaving}
        onType={(name, text) => send({ type: 'field.typed', field: name, text })}
      />
      <div className={css.formActions}>
        <Button look="primary" type="submit" busy={isSaving} keys={commands.keys('contacts.save')}>
          {isNew ? 'Create' : 'Save'}
        </Button>
        <Button look="quiet" onClick={() => commands.run('contacts.discard')}>
          {isChanged(snapshot.context) ? 'Discard' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
