/**
 * The form of one contact, or of a new one: typed field by field, saved with refusals at their fields. Closing it keeps what was typed for the next
 * time; discarding forgets it.
 */
import { assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { type FlowError, rejectMissingActor, toFlowError } from '../errors.ts';
import { createReasonLookup, isInside, listTypes, type Reasons } from '../reasons.ts';

/** The flow's name. */
export const flowId = 'contactEdit';

/** Fields of the form, in its order. */
export const fieldNames = ['name', 'number', 'companyName', 'title', 'email', 'address1', 'address2', 'city', 'state', 'zip', 'country', 'notes'] as const;
export type FieldName = (typeof fieldNames)[number];
/** The fields as text; empty where there is no value. */
export type ContactValues = Readonly<Record<FieldName, string>>;

export const emptyValues: ContactValues = {
  name: '',
  number: '',
  companyName: '',
  title: '',
  email: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  notes: '',
};

/** Events a user may send. `prefill` is the number a new contact is created for: a draft for another number is not gone on with. */
export type UserEvent =
  | { type: 'contact.opened'; before: ContactValues; field: FieldName; prefill: string | null }
  | { type: 'field.typed'; field: FieldName; text: string }
  | { type: 'contact.submitted' }
  | { type: 'contact.closed' }
  | { type: 'contact.discarded' };

export interface ContactEditContext {
  /** The fields as they were when the form was opened. */
  before: ContactValues;
  values: ContactValues;
  /** Messages of refused fields. */
  errors: Readonly<Partial<Record<FieldName, string>>>;
  /** Field with the keyboard; `times` grows each time it is asked for. */
  focus: { readonly field: FieldName; readonly times: number };
  /** Why it was not saved; null otherwise. */
  error: FlowError | null;
}

export const isFieldName = (name: string | undefined): name is FieldName => fieldNames.some((field) => field === name);

/** Checks whether something was typed that is not saved. */
export const isChanged = ({ before, values }: Pick<ContactEditContext, 'before' | 'values'>): boolean =>
  fieldNames.some((field) => values[field].trim() !== before[field].trim());

/** Checks an email as far as a form can: one @ with a name before it and a domain with a dot behind it. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

/** Finds what the form itself knows to be wrong, by field. */
function findFaults({ before, values }: Pick<ContactEditContext, 'before' | 'values'>): ContactEditContext['errors'] {
  const email = values.email.trim();
  // An address that was stored before there was a check does not keep other fields from being saved.
  return email === '' || email === before.email.trim() || isEmail(email) ? {} : { email: 'Enter an email address like ana@example.com' };
}
const hasFaults = ({ context }: { context: ContactEditContext }): boolean => Object.keys(findFaults(context)).length > 0;

/** The fields a refusal names, by their names in the app; the wire spells them in snake_case. */
export function getFieldErrors({ errors = [] }: FlowError): ContactEditContext['errors'] {
  const found: Partial<Record<FieldName, string>> = {};
  for (const { field, detail } of errors) {
    const last = field
      ?.split('.')
      .at(-1)
      ?.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (isFieldName(last)) found[last] ??= detail;
  }
  return found;
}

/** The contact form's machine. */
export const machine = setup({
  types: { context: {} as ContactEditContext, events: {} as UserEvent },
  actors: {
    /** POST /contacts, or PATCH /contacts/{id} with what has changed. */
    save: fromPromise<unknown, Pick<ContactEditContext, 'before' | 'values'>>(rejectMissingActor),
  },
  guards: { hasFaults },
  actions: {
    open: assign(({ context }, { before, field, prefill }: Omit<Extract<UserEvent, { type: 'contact.opened' }>, 'type'>) => {
      const goesOn = isChanged(context) && (prefill === null || context.values.number === prefill);
      return { before, values: goesOn ? context.values : before, errors: {}, error: null, focus: { field, times: context.focus.times + 1 } };
    }),
    type: assign(({ context }, { field, text }: { field: FieldName; text: string }) => {
      const { [field]: _, ...errors } = context.errors;
      return { values: { ...context.values, [field]: text }, errors };
    }),
    focus: assign(({ context }, { field }: { field: FieldName }) => ({ focus: { field, times: context.focus.times + 1 } })),
    calm: assign({ errors: {}, error: null }),
    fail: assign(({ context }, { error }: { error: FlowError }) => {
      const errors = getFieldErrors(error);
      const first = fieldNames.find((field) => errors[field] !== undefined);
      return { error, errors, focus: first ? { field: first, times: context.focus.times + 1 } : context.focus };
    }),
    showFaults: assign(({ context }) => {
      const errors = findFaults(context);
      const first = fieldNames.find((field) => errors[field] !== undefined);
      return { errors, error: null, focus: first ? { field: first, times: context.focus.times + 1 } : context.focus };
    }),
    forget: assign({ before: emptyValues, values: emptyValues, errors: {}, error: null }),
  },
}).createMachine({
  id: flowId,
  context: { before: emptyValues, values: emptyValues, errors: {}, focus: { field: 'name', times: 0 }, error: null },
  initial: 'closed',
  states: {
    closed: { on: { 'contact.opened': { target: 'editing', actions: { type: 'open', params: ({ event }) => event } } } },
    editing: {
      on: {
        'contact.opened': { actions: { type: 'focus', params: ({ event }) => event } },
        'field.typed': { actions: { type: 'type', params: ({ event }) => event } },
        'contact.submitted': [
          { guard: 'hasFaults', actions: 'showFaults' },
          { target: 'saving', actions: 'calm' },
        ],
        'contact.closed': { target: 'closed' },
        'contact.discarded': { target: 'closed', actions: 'forget' },
      },
    },
    saving: {
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { before, values } }) => ({ before, values }),
        onDone: { target: 'closed', actions: 'forget' },
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: toFlowError(event.error) }) } },
      },
    },
  },
});

/** State of the form at one moment. */
export type ContactEditSnapshot = SnapshotFrom<typeof machine>;

const savingReason = [isInside('saving'), 'Saving…'] as const;
const notOpenReasons = [[isInside('closed'), 'Edit a contact first'], savingReason] as const;

/** For each event a user may send: when it is refused and what is said. */
export const reasons: Reasons<ContactEditSnapshot, UserEvent> = {
  'contact.opened': [savingReason],
  'field.typed': notOpenReasons,
  'contact.submitted': notOpenReasons,
  'contact.closed': notOpenReasons,
  'contact.discarded': notOpenReasons,
};

/** Every event a user may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
