/** The form of a contact: what is typed in it survives closing the pane, another contact, and a refusal. One store for the window. */
import type { ContactChanges, ContactInput } from '#commands/contacts/types.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import { plainError } from '../../api/errors.ts';
import { registerStore } from '../../store/sessionStores.ts';
import { createSignal } from '../../store/store.ts';
import { changesBetween, type FieldName, fieldNames, noValues, type Values, valuesOf } from './edits.ts';

export interface Form {
  readonly companyId: number;
  /** null: a contact that is being created. */
  readonly contactId: number | null;
  /** The fields as they were when the form was opened. */
  readonly before: Values;
  readonly values: Values;
  readonly errors: Readonly<Partial<Record<FieldName, string>>>;
  /** Grows each time a field asks for the keyboard. */
  readonly focus: { readonly field: FieldName; readonly times: number };
  readonly isSaving: boolean;
}

let open: Form | null = null;
const drafts = new Map<string, Form>();
const changed = createSignal();
const key = (companyId: number, contactId: number | null) => `${companyId}/${contactId ?? 'new'}`;
const set = (form: Form | null) => {
  open = form;
  changed.tell();
};
const isField = (name: string | undefined): name is FieldName => fieldNames.some((field) => field === name);
export const isChanged = (form: Form): boolean => fieldNames.some((field) => form.values[field].trim() !== form.before[field].trim());

/** The fields a refusal names, by their names in the app; `wire` spells them in snake_case. */
export function fieldErrors(thrown: unknown): Form['errors'] {
  const errors: Partial<Record<FieldName, string>> = {};
  for (const { field, detail } of plainError(thrown).errors) {
    const last = field
      ?.split('.')
      .at(-1)
      ?.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (isField(last)) errors[last] ??= detail;
  }
  return errors;
}

export const contactForms = {
  get: (): Form | null => open,
  /** Opens the form, with what was typed before where it was not saved. */
  open: (companyId: number, contact: Contact | null, field: string | undefined, prefill: { readonly number?: string } = {}) => {
    const kept = drafts.get(key(companyId, contact?.id ?? null));
    const before = contact ? valuesOf(contact) : { ...noValues, ...prefill };
    const same = kept !== undefined && (contact !== null || prefill.number === undefined || kept.values.number === prefill.number);
    const values = same ? kept.values : before;
    const wanted = isField(field) ? field : 'name';
    set({
      companyId,
      contactId: contact?.id ?? null,
      before,
      values,
      errors: {},
      focus: { field: wanted, times: (open?.focus.times ?? 0) + 1 },
      isSaving: false,
    });
  },
  type: (field: FieldName, text: string) => {
    if (!open) return;
    const { [field]: _, ...errors } = open.errors;
    const next = { ...open, values: { ...open.values, [field]: text }, errors };
    drafts.set(key(open.companyId, open.contactId), next);
    set(next);
  },
  /** Closes it; what was typed is kept for the next time. */
  close: () => set(null),
  /** Closes it and forgets what was typed. */
  discard: () => {
    if (open) drafts.delete(key(open.companyId, open.contactId));
    set(null);
  },
  hasDraft: (companyId: number, contactId: number | null): boolean => {
    const kept = drafts.get(key(companyId, contactId));
    return kept !== undefined && isChanged(kept);
  },
  /** Saves what is typed by `save`; refusals stand at their fields. Rejects with the refusal. */
  submit: async <T>(save: (form: Form) => Promise<T>): Promise<T> => {
    const form = open;
    if (!form) throw new Error('No contact is being edited');
    set({ ...form, errors: {}, isSaving: true });
    try {
      const saved = await save(form);
      drafts.delete(key(form.companyId, form.contactId));
      if (open?.contactId === form.contactId && open.companyId === form.companyId) set(null);
      return saved;
    } catch (thrown) {
      const errors = fieldErrors(thrown);
      const first = fieldNames.find((field) => errors[field] !== undefined);
      if (open) set({ ...open, errors, isSaving: false, focus: first ? { field: first, times: open.focus.times + 1 } : open.focus });
      throw thrown;
    }
  },
  subscribe: changed.subscribe,
};
registerStore('contact forms', () => {
  drafts.clear();
  set(null);
});

/** Builds the input that creates the contact of a form. */
export function inputOf({ values }: Form): ContactInput {
  const { clear: _, number: __, ...given } = changesBetween(noValues, values);
  return { ...given, number: values.number.trim() };
}
/** Returns the changes of a form to its contact. */
export const changesOf = ({ before, values }: Form): ContactChanges => changesBetween(before, values);
