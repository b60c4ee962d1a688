/** The first step of a port-in request: the numbers, whose they are, and where they are now. */
import { useRef } from 'react';
import { portLeadDays, portMost } from '#contract/porting.ts';
import type { PortField, PortSnapshot } from '#machines/portIn/index.ts';
import { isIn } from '#machines/state.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Field, TextArea, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import type { PortActor } from './desk.ts';
import css from './Porting.module.css';

interface Line {
  readonly field: Exclude<PortField, 'numbers'>;
  readonly label: string;
  readonly most: number;
  readonly hint?: string;
  readonly type?: 'email' | 'date';
  readonly auto?: string;
}

const lines: readonly Line[] = [
  { field: 'losingCarrier', label: 'Carrier that has them now', most: 100 },
  { field: 'customerName', label: 'Name on the account', most: 120, hint: 'As the bill has it', auto: 'organization' },
  { field: 'accountNumber', label: 'Account number', most: 60 },
  { field: 'pin', label: 'PIN', most: 20, hint: 'If the carrier gave you one' },
  { field: 'authorizedName', label: 'Who signs', most: 120, auto: 'name' },
  { field: 'authorizedEmail', label: 'E-mail of who signs', most: 254, type: 'email', auto: 'email' },
  { field: 'street', label: 'Street of the service address', most: 120, auto: 'street-address' },
  { field: 'city', label: 'City', most: 80, auto: 'address-level2' },
  { field: 'state', label: 'State', most: 2, hint: 'Two letters', auto: 'address-level1' },
  { field: 'zip', label: 'ZIP code', most: 10, auto: 'postal-code' },
  { field: 'targetDate', label: 'Wanted on', most: 10, hint: `${portLeadDays} days ahead or later; empty: as soon as it can be`, type: 'date' },
];

export function PortDraftFields({ actor, snapshot }: { readonly actor: PortActor; readonly snapshot: PortSnapshot }) {
  const commands = useCommands();
  const first = useRef<HTMLTextAreaElement>(null);
  const { draft, error } = snapshot.context;
  const type = (field: PortField) => (event: { readonly target: { readonly value: string } }) =>
    actor.send({ type: 'detail.typed', field, value: event.target.value });
  // What would be typed while the numbers are checked would be lost: the flow takes nothing then.
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
      <Field label="Numbers" hint={`Paste them as they are, one a line or with commas; at most ${portMost}`}>
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
          Check the numbers
        </Button>
        <Button look="quiet" onClick={() => commands.run('porting.close')}>
          Close
        </Button>
      </div>
    </form>
  );
}
