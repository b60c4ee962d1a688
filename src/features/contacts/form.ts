/** The form of each contact, and of a new one: what is typed survives closing the pane, another contact, and a refusal. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { ContactServices } from '#commands/contacts/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import { type ContactValues, getReason, isChanged, machine, userEvents } from '#machines/contactEdit/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { useFlow } from '../../panes/useFlow.ts';
import { sendAndSettle } from '../../store/flowEvents.ts';
import { createFlowStore } from '../../store/flowStore.ts';

/** A contact of a company; `contactId` null: the one that is being created. */
interface FormKey {
  readonly companyId: number;
  readonly contactId: number | null;
}

/** Saves what was typed; answers with what is said and how it is undone. */
type SaveContact = (key: FormKey, values: { readonly before: ContactValues; readonly values: ContactValues }) => ReturnType<ContactServices['save']>;

interface ContactForm {
  readonly actor: ActorRefFrom<typeof machine>;
  /** Saves through the flow. Rejects with the refusal; its words stand at their fields. */
  submit(save: SaveContact): Promise<ChangeResult>;
}

function createForm(_: App, key: FormKey): ContactForm {
  let save: SaveContact | null = null;
  let saved: ChangeResult = { changed: false };
  const actor = createActor(
    machine.provide({
      actors: {
        save: fromPromise(async ({ input }) => {
          if (save) saved = await rejectWithPlainError(save(key, input));
        }),
      },
    }),
  );
  return {
    actor,
    submit: async (by) => {
      save = by;
      saved = { changed: false };
      await sendAndSettle(actor, getReason, { type: 'contact.submitted' }, (now) => !isIn(now, 'saving'));
      return saved;
    },
  };
}

export const contactForms = createFlowStore<FormKey, ContactForm>({
  name: 'contact forms',
  getKey: ({ companyId, contactId }) => `${companyId}/${contactId ?? 'new'}`,
  getCompanyId: ({ companyId }) => companyId,
  create: createForm,
  isPersistent: ({ actor }) => !isIn(actor.getSnapshot(), 'closed') || isChanged(actor.getSnapshot().context),
});

/** The form of a contact as a pane shows it. */
export const useContactForm = (companyId: number, contactId: number | null) => useFlow(contactForms, { companyId, contactId }, { userEvents, getReason });
