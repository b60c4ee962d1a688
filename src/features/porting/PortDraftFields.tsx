/** The first step of a port-in request: the numbers, whose they are, and where they are now. */
import { useRef } from 'react';
import { maxPortNumbers, portLeadDays } from '#contract/porting/enums.ts';
import type { PortField, PortSnapshot } from '#machines/portIn/index.ts';
import { isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Field, type FormField, FormFields, TextArea } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import css from './Porting.module.css';
import type { PortActor } from './portInStore.ts';

const fields: readonly FormField<Exclude<PortField, 'numbers'>>[] = [
  { name: 'losingCarrier', label: 'Current carrier', max: 100 },
  { name: 'customerName', label: 'Name on the account', max: 120, hint: 'Exactly as on the bill', autoComplete: 'organization' },
  { name: 'accountNumber', label: 'Account number', max: 60 },
  { name: 'pin', label: 'PIN', max: 20, hint: 'If the carrier gave you one' },
  { name: 'authorizedName', label: 'Authorized person', max: 120, autoComplete: 'name' },
  { name: 'authorizedEmail', label: 'Authorized person’s email', max: 254, type: 'email', autoComplete: 'email' },
  { name: 'street', label: 'Service address', max: 120, autoComplete: 'street-address' },
  { name: 'city', label: 'City', max: 80, autoComplete: 'address-level2' },
  { name: 'state', label: 'State', max: 2, hint: 'Two letters', autoComplete: 'address-level1' },
  { name: 'zip', label: 'ZIP code', max: 10, autoComplete: 'postal-code' },
  { name: 'targetDate', label: 'Target date', max: 10, hint: `${portLeadDays} days from now or later. Leave blank for the earliest date.`, type: 'date' },
];

export function PortDraftFields({ actor, snapshot }: { readonly actor: PortActor; readonly snapshot: PortSnapshot }) {
  const commands = useCommands();
  const first = useRef<HTMLTextAreaElement>(null);
  const { draft, error } = snapshot.context;
  const type = (field: PortField, value: string) => actor.send({ type: 'detail.typed', field, value });
  // Text typed while the numbers are checked would be lost: the flow takes nothing then.
  const readOnly = isIn(snapshot, 'checking');
  useStartsWithFocus(first);
  return (
    <form
      noValidate
      aria-label="Numbers and account"
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('porting.check');
      }}
    >
      <Field label="Numbers" hint={`Separate with commas or new lines. Up to ${maxPortNumbers}`}>
        <TextArea
          ref={first}
          data-field="portNumbers"
          minRows={3}
          maxLength={8_000}
          spellCheck={false}
          readOnly={readOnly}
          value={draft.numbers}
          onChange={({ target }) => type('numbers', target.value)}
        />
      </Field>
      <div className={css.fields}>
        <FormFields fields={fields} values={draft} readOnly={readOnly} onType={type} />
      </div>
      {error && (
        <p className={css.wrong} role="alert">
          {error.message}
        </p>
      )}
      <div className={css.actions}>
        <Button look="primary" type="submit" busy={readOnly} keys={commands.keys('porting.check')}>
          Check portability
        </Button>
        <Button look="quiet" onClick={() => commands.run('porting.close')}>
          Close
        </Button>
      </div>
    </form>
  );
}
