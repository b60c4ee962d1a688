/** The first step of a port-in request: the numbers, whose they are, and where they are now. */
import { useRef } from 'react';
import { portLeadDays, portMost } from '#contract/porting/enums.ts';
import type { PortField, PortSnapshot } from '#machines/portIn/index.ts';
import { isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Field, TextArea, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import css from './Porting.module.css';
import type { PortActor } from './portInStore.ts';

interface Line {
  readonly field: Exclude<PortField, 'numbers'>;
  readonly label: string;
  readonly most: number;
  readonly hint?: string;
  readonly type?: 'email' | 'date';
  readonly auto?: string;
}

const lines: readonly Line[] = [
  { field: 'losingCarrier', label: 'Current carrier', most: 100 },
  { field: 'customerName', label: 'Name on the account', most: 120, hint: 'Exactly as on the bill', auto: 'organization' },
  { field: 'accountNumber', label: 'Account number', most: 60 },
  { field: 'pin', label: 'PIN', most: 20, hint: 'If the carrier gave you one' },
  { field: 'authorizedName', label: 'Authorized person', most: 120, auto: 'name' },
  { field: 'authorizedEmail', label: 'Authorized person’s email', most: 254, type: 'email', auto: 'email' },
  { field: 'street', label: 'Service address', most: 120, auto: 'street-address' },
  { field: 'city', label: 'City', most: 80, auto: 'address-level2' },
  { field: 'state', label: 'State', most: 2, hint: 'Two letters', auto: 'address-level1' },
  { field: 'zip', label: 'ZIP code', most: 10, auto: 'postal-code' },
  { field: 'targetDate', label: 'Target date', most: 10, hint: `${portLeadDays} days from now or later. Leave blank for the earliest date.`, type: 'date' },
];

export function PortDraftFields({ actor, snapshot }: { readonly actor: PortActor; readonly snapshot: PortSnapshot }) {
  const commands = useCommands();
  const first = useRef<HTMLTextAreaElement>(null);
  const { draft, error } = snapshot.context;
  const type = (field: PortField) => (event: { readonly target: { readonly value: string } }) =>
    actor.send({ type: 'detail.typed', field, value: event.target.value });
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
      <Field label="Numbers" hint={`Separate with commas or new lines. Up to ${portMost}`}>
        <TextArea
          ref={first}
          data-field="portNumbers"
          minRows={3}
          maxLength={8_000}
          spellCheck={false}
          readOnly={readOnly}
          value={draft.numbers}
          onChange={type('numbers')}
        />
      </Field>
      <div className={css.fields}>
        {lines.map(({ field, label, most, hint, type: kind = 'text', auto = 'off' }) => (
          <Field key={field} label={label} hint={hint}>
            <TextInput type={kind} autoComplete={auto} maxLength={most} readOnly={readOnly} value={draft[field]} onChange={type(field)} data-field={field} />
          </Field>
        ))}
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
