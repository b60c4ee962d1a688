/** Events that can happen while a contact is created or edited. */
import { type ContactEditSnapshot, emptyValues, machine, type UserEvent } from '#machines/contactEdit/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

const dana = { ...emptyValues, name: 'Dana', number: '+14155550134', city: 'Oakland' };

const cases = {
  'contact.opened': [
    { before: emptyValues, field: 'name', prefill: null },
    { before: { ...emptyValues, number: dana.number }, field: 'name', prefill: dana.number },
    { before: dana, field: 'city', prefill: null },
  ],
  'field.typed': [
    { field: 'name', text: 'Dana W.' },
    { field: 'number', text: dana.number },
    { field: 'email', text: 'dana@' },
  ],
  'contact.submitted': [{}],
  'contact.closed': [{}],
  'contact.discarded': [{}],
  'xstate.done.actor.save': [{ output: undefined }],
  'xstate.error.actor.save': [{ error: refusals.unavailable }],
} satisfies Cases<UserEvent>;

export const model = defineModel({
  flowId: 'contactEdit',
  machine,
  cases,
  // How often a field asked for the keyboard is no other state.
  sameState: ({ context: { before, values, errors, focus, error } }: Pick<ContactEditSnapshot, 'context'>) => [
    ...Object.values(before),
    ...Object.values(values),
    JSON.stringify(errors),
    focus.field,
    error?.code ?? null,
  ],
});
