/** A contact beside its conversation or its list, or pinned by an id of its own; the form takes the card's place while one edits. */
import { useQuery } from '@tanstack/react-query';
import { isChanged, type UserEvent } from '#machines/contactEdit/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, PinMark, useRegisterPane, useRelatedRows } from '../../panes/index.ts';
import { UnsavedLine } from '../../panes/UnsavedLine.tsx';
import { CallerLookupCard } from '../../shared/CallerLookup.tsx';
import { createContactQuery } from '../../shared/people.ts';
import sheet from '../../ui/Card.module.css';
import { EmptyState, ErrorState, IconButton, LoadingLine, PhoneText, SkeletonRows } from '../../ui/index.ts';
import css from './Contact.module.css';
import { ContactCard, History } from './ContactCard.tsx';
import { ContactForm } from './ContactForm.tsx';
import { useContactForm } from './form.ts';
import { formatCardError } from './services.ts';

export function ContactPane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Contact" /> : <CompanyContact key={companyId} {...props} companyId={companyId} />;
}

function CompanyContact({ paneId, params, isFocused, companyId }: PaneProps & { companyId: number }) {
  const app = useApp();
  const commands = useCommands();
  const mayWrite = useMay('contacts.write');
  const beside = useRelatedRows();
  const isPinned = params.id !== undefined;
  const wanted = isPinned ? Number(params.id) : beside.contactId;
  const id = wanted !== null && Number.isSafeInteger(wanted) ? wanted : null;
  const query = useQuery({ ...createContactQuery(app, companyId, id ?? 0), enabled: id !== null });
  const contact = id === null ? undefined : query.data;
  const own = useContactForm(companyId, id);
  const created = useContactForm(companyId, null);
  // A new contact is created in the pane that is bound to none.
  const isNew = !isPinned && !isIn(created.snapshot, 'closed');
  const form = isNew ? created : own;
  const isOpen = !isIn(form.snapshot, 'closed') && (isNew || id !== null);
  const send = (event: UserEvent) => form.entry.actor.send(event);

  useRegisterPane(paneId, () => ({
    scopes: isOpen ? ['contactForm', 'contact'] : ['contact'],
    // While a new contact is written, the one beneath is not what keys act on.
    open: { contact: isNew ? undefined : contact },
    subject: contact && !isNew ? contact.name || contact.number : null,
    flows: { contactEdit: form.flow },
    handles: {
      ...(isOpen ? { contactForm: { contactId: isNew ? null : id } } : {}),
      send: { contactEdit: send },
      back: () => {
        if (!isOpen) return false;
        send({ type: 'contact.closed' });
        // A new contact has no card to go back to.
        return !isNew;
      },
    },
  }));

  const hasDraft = !isOpen && isChanged(form.snapshot.context);
  return (
    <>
      <PaneHeader title={isOpen ? (isNew ? 'New contact' : 'Edit contact') : 'Contact'}>
        <PinMark kind="contact" isBound={isPinned} />
        {mayWrite && contact && !isOpen && (
          <IconButton name="pencil" label="Edit contact" keys={commands.keys('contacts.edit')} onClick={() => commands.run('contacts.edit')} />
        )}
      </PaneHeader>
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        {isOpen && <ContactForm key={isNew ? 'new' : id} snapshot={form.snapshot} isNew={isNew} isFocused={isFocused} send={send} />}
        {hasDraft && <UnsavedLine>Not saved. Your changes are still in the form.</UnsavedLine>}
        {!isOpen && <ContactView companyId={companyId} id={id} recipient={isPinned ? null : beside.recipient} query={query} />}
      </PaneBody>
    </>
  );
}

interface ContactViewProps {
  readonly companyId: number;
  readonly id: number | null;
  readonly recipient: string | null;
  readonly query: ReturnType<typeof useQuery<NonNullable<Parameters<typeof ContactCard>[0]['contact']>>>;
}

function ContactView({ companyId, id, recipient, query }: ContactViewProps) {
  const commands = useCommands();
  const mayWrite = useMay('contacts.write');
  if (id !== null) {
    if (query.data) return <ContactCard companyId={companyId} contact={query.data} />;
    if (query.isError) return <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>{formatCardError(query.error)}</ErrorState>;
    return <SkeletonRows rows={8} />;
  }
  if (recipient === null) return <EmptyState icon="user">Select a conversation or contact to see details.</EmptyState>;
  return (
    <div className={`${sheet.card} ${css.card}`} data-pane-focus tabIndex={0} role="group" aria-label="Contact details">
      <div className={sheet.block}>
        <h3 className={sheet.name}>
          <PhoneText number={recipient} mono={false} />
        </h3>
        <EmptyState
          icon="user-plus"
          action={mayWrite ? { title: 'Create contact', keys: commands.keys('contacts.create'), onAct: () => commands.run('contacts.create') } : undefined}
        >
          No contact for this number.
        </EmptyState>
      </div>
      <CallerLookupCard companyId={companyId} number={recipient} />
      <History companyId={companyId} number={recipient} />
    </div>
  );
}
