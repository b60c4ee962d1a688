/** Work on contacts as commands reach it: the call, what it does to the cache, and how it is taken back. */
import { queryOptions } from '@tanstack/react-query';
import type { ContactChanges, ContactServices } from '#commands/contacts/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import type { RowSelection } from '#commands/core/types.ts';
import type { Contact } from '#contract/contacts/entities.ts';
import { contactMessages } from '#contract/contacts/texts.ts';
import { type ContactValues, emptyValues, isFieldName } from '#machines/contactEdit/index.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { toPlainError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';
import { runBulk, toBulkChoice } from '../../panes/bulk.ts';
import { getPreviousLayout, type ServiceDeps, subjectReaders, updateFilter } from '../../panes/index.ts';
import { contactViews } from '../../shared/contactFilter.ts';
import { refreshContactLinks } from '../../shared/crossAreaCache.ts';
import { createContactQuery, createConversationsByNumberQuery } from '../../shared/people.ts';
import { displayPhone } from '../../ui/index.ts';
import { dropContacts, putContact, refetchLists } from './cache.ts';
import { applyChanges, computeChanges, invertChanges, isEmptyChange, toInput, toValues } from './edits.ts';
import { contactForms } from './form.ts';

const refreshLinks = (app: App, companyId: number, ...contacts: readonly Contact[]) =>
  Promise.all(contacts.map(({ id, number }) => refreshContactLinks(app.queries, companyId, { id, numbers: [number] })));

/** Shows the change at once, then what the server made of it; goes back when it refuses. */
async function save(app: App, companyId: number, before: Contact, changes: ContactChanges): Promise<Contact> {
  putContact(app.queries, companyId, applyChanges(before, changes));
  try {
    const saved = await app.api.call('contacts.update', { companyId, params: { id: before.id }, body: changes });
    putContact(app.queries, companyId, saved);
    await refreshLinks(app, companyId, before, saved);
    return saved;
  } catch (thrown) {
    putContact(app.queries, companyId, before);
    throw thrown;
  }
}

async function restore(app: App, companyId: number, id: number): Promise<void> {
  const contact = await app.api.call('contacts.restore', { companyId, params: { id } });
  putContact(app.queries, companyId, contact);
  await Promise.all([refetchLists(app.queries, companyId), refreshLinks(app, companyId, contact)]);
}

async function remove(app: App, companyId: number, contact: Contact): Promise<void> {
  await app.api.call('contacts.delete', { companyId, params: { id: contact.id } });
  dropContacts(app.queries, companyId, [contact.id]);
  await refreshLinks(app, companyId, contact);
}

const removeMany = (deps: ServiceDeps, companyId: number, on: RowSelection<'contact'>): Promise<ChangeResult> =>
  runBulk(deps, {
    on,
    title: 'Delete contacts',
    areas: ['contacts', 'conversations', 'activity'],
    start: (key) => deps.app.api.call('contacts.bulkDestroy', { companyId, body: { key, ...toBulkChoice(on, (contacts) => ({ contacts })) } }),
    undo: (key) => deps.app.api.call('contacts.undoBulkDestroy', { companyId, params: { key } }),
  });

/** Commands over contacts, as the app provides them. */
export function createContactServices(around: ServiceDeps): ContactServices {
  const { app, workspace, handle } = around;
  /** Checks whether a company is still the open one: its rows are nothing to look at in another. */
  const isOpen = (companyId: number) => app.get().companyId === companyId;
  const getShownForm = () => {
    const shown = handle('contactForm');
    if (!shown) throw new Error('Edit a contact first');
    return contactForms.get(app, { companyId: getCompanyId(app), contactId: shown.contactId });
  };
  /** Effects of merging one contact into another: asked again each time they are shown, and merged as shown. */
  const createMergeQuery = (companyId: number, kept: Contact, other: Contact) =>
    queryOptions({
      queryKey: keys.of(companyId, 'contacts', 'merge', kept.id, other.id),
      queryFn: () => app.api.call('contacts.previewMerge', { companyId, body: { id: kept.id, otherId: other.id } }),
      staleTime: 0,
      // As long as somebody may look at the preview.
      gcTime: 3_600_000,
    });
  const refreshMerged = async (companyId: number, kept: Contact, ...contacts: readonly Contact[]) => {
    putContact(app.queries, companyId, kept);
    await Promise.all([
      refetchLists(app.queries, companyId),
      refreshLinks(app, companyId, kept, ...contacts),
      app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'conversations') }),
    ]);
  };
  const show = (contactId: number) => workspace.show({ kind: 'contact', id: contactId });
  const services: ContactServices = {
    open: (contactId, where = 'here') => (where === 'beside' ? workspace.open('contact', { id: String(contactId) }, 'right') : show(contactId)),
    create: async (input) => {
      const companyId = getCompanyId(app);
      const contact = await app.api.call('contacts.create', { companyId, body: input });
      putContact(app.queries, companyId, contact);
      if (isOpen(companyId)) workspace.follow(subjectReaders.contact(contact));
      await Promise.all([refetchLists(app.queries, companyId), refreshLinks(app, companyId, contact)]);
      return {
        message: `${contact.name || displayPhone(contact.number)} added to contacts`,
        undo: {
          title: 'Create contact',
          run: async () => {
            await remove(app, companyId, contact);
            const { followed } = workspace.get();
            if (followed?.kind === 'contact' && followed.id === contact.id) workspace.follow(null);
            await refetchLists(app.queries, companyId);
          },
        },
      };
    },
    update: async (contact, changes) => {
      const companyId = getCompanyId(app);
      const saved = await save(app, companyId, contact, changes);
      const back = invertChanges(contact, saved);
      return {
        message: contactMessages.contactEdited,
        ...(isEmptyChange(back) ? {} : { undo: { run: async () => void (await save(app, companyId, saved, back)) } }),
      };
    },
    delete: async (on) => {
      const companyId = getCompanyId(app);
      const [only] = on.rows;
      if (on.mode === 'matching' || on.rows.length !== 1 || !only) return removeMany(around, companyId, on);
      await remove(app, companyId, only);
      return { message: contactMessages.contactDeleted, undo: { run: () => restore(app, companyId, only.id) } };
    },
    previewMerge: (kept, other) => app.queries.fetchQuery(createMergeQuery(getCompanyId(app), kept, other)),
    merge: async (kept, other) => {
      const companyId = getCompanyId(app);
      const key = crypto.randomUUID();
      const shown = app.queries.getQueryData(createMergeQuery(companyId, kept, other).queryKey);
      const merged = await app.api.call('contacts.merge', { companyId, body: { key, id: kept.id, otherId: other.id, ...(shown ? { plan: shown.plan } : {}) } });
      dropContacts(app.queries, companyId, [other.id]);
      if (isOpen(companyId)) workspace.follow(subjectReaders.contact(merged));
      await refreshMerged(companyId, merged, other);
      return {
        message: `${other.name || displayPhone(other.number)} merged into ${merged.name || displayPhone(merged.number)}`,
        undo: {
          title: 'Merge contacts',
          run: async () => refreshMerged(companyId, await app.api.call('contacts.undoMerge', { companyId, params: { key } }), other),
        },
      };
    },
    find: async (words) => (await app.api.call('contacts.list', { companyId: getCompanyId(app), query: { q: words, per_page: 20 } })).data,
    get: (id) => app.queries.ensureQueryData(createContactQuery(app, getCompanyId(app), id)),
    edit: (contactId, field, prefill = {}) => {
      const companyId = getCompanyId(app);
      const open = (before: ContactValues, number: string | null) =>
        contactForms
          .get(app, { companyId, contactId })
          .actor.send({ type: 'contact.opened', before, field: isFieldName(field) ? field : 'name', prefill: number });
      if (contactId === null) {
        open({ ...emptyValues, ...prefill }, prefill.number ?? null);
        workspace.open('contact');
        return;
      }
      show(contactId);
      app.queries
        .ensureQueryData(createContactQuery(app, companyId, contactId))
        .then((contact) => isOpen(companyId) && open(toValues(contact), null))
        .catch(app.notifyError);
    },
    save: async () =>
      getShownForm().submit(async ({ companyId, contactId }, { before, values }) => {
        if (contactId === null) return services.create(toInput(values));
        const changes = computeChanges(before, values);
        if (isEmptyChange(changes)) return { changed: false };
        return services.update(await app.queries.ensureQueryData(createContactQuery(app, companyId, contactId)), changes);
      }),
    discard: () => {
      const isNew = handle('contactForm')?.contactId === null;
      getShownForm().actor.send({ type: 'contact.discarded' });
      if (isNew && !workspace.goBack()) workspace.change((layout) => getPreviousLayout(layout) ?? layout);
    },
    message: async (contact) => {
      const companyId = getCompanyId(app);
      const [newest] = await app.queries.fetchQuery({ ...createConversationsByNumberQuery(app, companyId, contact.number), staleTime: 0 });
      if (!isOpen(companyId)) throw new Error('Another company is open now');
      if (!newest) return null;
      app.queries.setQueryData(keys.of(companyId, 'conversations', 'one', newest.id), newest);
      workspace.show(subjectReaders.conversation(newest));
      return newest.id;
    },
    setSort: (columnId, direction) => {
      contactViews.change(app.get().companyId, { sort: { columnId, direction } });
      workspace.open('contacts');
    },
    filter: (changes) => {
      const companyId = app.get().companyId;
      contactViews.change(companyId, { filter: updateFilter(contactViews.get(companyId).filter, changes) });
      workspace.open('contacts');
    },
  };
  return services;
}

/** The words of a card that could not be read. */
export const formatCardError = (thrown: unknown): string =>
  toPlainError(thrown).status === 404 ? 'Contact not found, or you don’t have access.' : toPlainError(thrown).message;
