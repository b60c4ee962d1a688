/** A contact beside its conversation or its list, or pinned by an id of its own; the form takes the card's place while one edits. */
import { useQuery } from '@tanstack/react-query';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, Pinned, useBeside, useRegisterPane } from '../../panes/index.ts';
import { WhoCalled } from '../../shared/CallerLookup.tsx';
import { contactDetail } from '../../shared/people.ts';
import { useStore } from '../../store/store.ts';
import sheet from '../../ui/Card.module.css';
import { EmptyState, ErrorState, IconButton, LoadingLine, PhoneText, SkeletonRows } from '../../ui/index.ts';
import css from './Contact.module.css';
import { ContactCard, History } from './ContactCard.tsx';
import { ContactForm } from './ContactForm.tsx';
import { contactForms, type Form } from './forms.ts';
import { cardError } from './services.ts';

/** Checks whether this pane is the one to show the form: it shows the same contact, or the form is for a new one and the pane is bound to none. */
const shows = (form: Form | null, companyId: number | null, id: number | null, isPinned: boolean): form is Form =>
  form !== null && form.companyId === companyId && (form.contactId === null ? !isPinned : form.contactId === id);

export function ContactPane({ paneId, params }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const mayWrite = useMay('contacts.write');
  const beside = useBeside();
  const open = useStore(contactForms);
  const isPinned = params.id !== undefined;
  const id = isPinned ? Number(params.id) : beside.contactId;
  const isId = id !== null && Number.isSafeInteger(id);
  const query = useQuery({ ...contactDetail(app, companyId ?? 0, id ?? 0), enabled: companyId !== null && isId });
  const contact = isId ? query.data : undefined;
  const form = shows(open, companyId, id, isPinned) ? open : null;

  useRegisterPane(paneId, () => ({
    scopes: form ? ['contactForm', 'contact'] : ['contact'],
    open: { contact },
    subject: contact ? contact.name || contact.number : null,
    handles: {
      back: () => {
        if (form === null) return false;
        contactForms.close();
        // A new contact has no card to go back to.
        return form.contactId !== null;
      },
    },
  }));

  const draft = !form && companyId !== null && contactForms.hasDraft(companyId, contact?.id ?? null);
  return (
    <>
      <PaneHeader title={form ? (form.contactId === null ? 'New contact' : 'Edit contact') : 'Contact'}>
        {isPinned && <Pinned />}
        {mayWrite && contact && !form && (
          <IconButton name="pencil" label="Edit contact" keys={commands.keys('contacts.edit')} onClick={() => commands.run('contacts.edit')} />
        )}
      </PaneHeader>
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        {form && <ContactForm key={form.contactId ?? 'new'} form={form} />}
        {!form && draft && <p className={css.kept}>Not saved. Your changes are still in the form.</p>}
        {!form && companyId !== null && <Shown companyId={companyId} id={isId ? id : null} recipient={isPinned ? null : beside.recipient} query={query} />}
      </PaneBody>
    </>
  );
}

interface ShownProps {
  readonly companyId: number;
  readonly id: number | null;
  readonly recipient: string | null;
  readonly query: ReturnType<typeof useQuery<NonNullable<Parameters<typeof ContactCard>[0]['contact']>>>;
}

function Shown({ companyId, id, recipient, query }: ShownProps) {
  const commands = useCommands();
  const mayWrite = useMay('contacts.write');
  if (id !== null) {
    if (query.data) return <ContactCard companyId={companyId} contact={query.data} />;
    if (query.isError) return <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>{cardError(query.error)}</ErrorState>;
    return <SkeletonRows rows={8} />;
  }
  if (recipient === null) return <EmptyState icon="user">Select a conversation or contact to see details.</EmptyState>;
  return (
    <div className={`${sheet.card} ${css.card}`} data-pane-focus tabIndex={0} role="region" aria-label="Contact details">
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
      <WhoCalled companyId={companyId} number={recipient} />
      <History companyId={companyId} number={recipient} />
    </div>
  );
}
