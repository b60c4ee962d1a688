/** The card of a contact: who it is, how it came to be written to, what happened with its number, what the team noted. */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Contact } from '#contract/contacts/entities.ts';
import { limits } from '#contract/core/limits.ts';
import { useApp, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { keys } from '../../api/queries.ts';
import { CallerLookupCard } from '../../shared/CallerLookup.tsx';
import { formatEdited } from '../../shared/itemSummary.ts';
import { createConversationsByNumberQuery } from '../../shared/people.ts';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import { Chip, displayPhone, Icon, PhoneText, RelativeTime, useTimeZone } from '../../ui/index.ts';
import css from './Contact.module.css';
import { createContactHistoryQuery, createContactNotesQuery } from './data.ts';
import { createHistoryEntries, formatHistoryTitle, formatLocation, formatOptIn } from './format.ts';

/** Reads the marks of the number’s conversations; each is read where the inbox keeps it, so that a mark shows here at once. */
function useMarks(companyId: number, number: string): { isLead: boolean; isAppointment: boolean } {
  const app = useApp();
  const may = useMay('conversations.read');
  const found = useQuery({ ...createConversationsByNumberQuery(app, companyId, number), enabled: may });
  return useQueries({
    queries: (found.data ?? []).map((row) => ({
      queryKey: keys.of(companyId, 'conversations', 'one', row.id),
      queryFn: ({ signal }: { signal: AbortSignal }) => app.api.call('conversations.get', { companyId, params: { id: row.id }, signal }),
      initialData: row,
      initialDataUpdatedAt: found.dataUpdatedAt,
      staleTime: limits.conversationDetailMs,
    })),
    combine: (all) => ({ isLead: all.some(({ data }) => data.isLead), isAppointment: all.some(({ data }) => data.isAppointment) }),
  });
}

/** An e-mail address; where it does not fit it breaks behind its @, not inside the domain. */
function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

export function ContactCard({ companyId, contact }: { companyId: number; contact: Contact }) {
  const zone = useTimeZone();
  const { isLead, isAppointment } = useMarks(companyId, contact.number);
  return (
    <div className={`${sheet.card} ${css.card}`} data-pane-focus tabIndex={0} role="group" aria-label={`Contact ${contact.name || contact.number}`}>
      <div className={sheet.block}>
        <h3 className={sheet.name}>{contact.name || <PhoneText number={contact.number} mono={false} />}</h3>
        <div className={css.number}>
          <PhoneText number={contact.number} />
        </div>
        {contact.otherNumbers.map((number) => (
          <div key={number} className={css.number}>
            <PhoneText number={number} />
          </div>
        ))}
        <div className={sheet.chips}>
          {isLead && <Chip active>Lead</Chip>}
          {isAppointment && <Chip>Appointment</Chip>}
          {contact.isUnsubscribed && (
            <Chip icon="bell-off" tone="red">
              Opted out
            </Chip>
          )}
          {contact.isInvalid && (
            <Chip icon="warning" tone="amber">
              Invalid number
            </Chip>
          )}
          {contact.labels.map((label) => (
            <Chip key={label.id}>{label.label}</Chip>
          ))}
        </div>
      </div>
      <dl className={`${sheet.block} ${sheet.rows}`}>
        <CardRow label="Company">{contact.companyName}</CardRow>
        {contact.custom.title && <CardRow label="Title">{contact.custom.title}</CardRow>}
        <CardRow label="Email">{contact.email && <EmailText address={contact.email} />}</CardRow>
        {(contact.address1 || contact.address2) && <CardRow label="Address">{[contact.address1, contact.address2].filter(Boolean).join(', ')}</CardRow>}
        <CardRow label="City">{formatLocation(contact)}</CardRow>
        {contact.custom.country && <CardRow label="Country">{contact.custom.country}</CardRow>}
        <CardRow label="Groups">{contact.groups.map((group) => group.name).join(', ')}</CardRow>
        <CardRow label="Opt-in">{contact.isUnsubscribed ? 'Opted out of texts' : formatOptIn(contact, Date.now(), zone)}</CardRow>
      </dl>
      <CallerLookupCard companyId={companyId} number={contact.number} />
      <History companyId={companyId} number={contact.number} />
      {contact.otherNumbers.map((number) => (
        <History key={number} companyId={companyId} number={number} isLabeled />
      ))}
      <Notes companyId={companyId} contact={contact} />
    </div>
  );
}

/** Shows the history of a number, known or not. */
export function History({ companyId, number, isLabeled = false }: { companyId: number; number: string; isLabeled?: boolean }) {
  const app = useApp();
  const commands = useCommands();
  const zone = useTimeZone();
  const may = useMay('activity.read');
  const { data } = useQuery({ ...createContactHistoryQuery(app, companyId, number), enabled: may });
  if (!may || !data) return null;
  const title = formatHistoryTitle(data, Date.now(), zone);
  return (
    <div className={sheet.block}>
      <h4 className={sheet.heading}>{`History${isLabeled ? ` of ${displayPhone(number)}` : ''} · ${title ?? 'none yet'}`}</h4>
      <ul className={css.lines}>
        {createHistoryEntries(data.recent, Date.now(), zone).map((line) => {
          const drawn = (
            <>
              <Icon name={line.icon.icon} tone={line.icon.tone} label={line.icon.label} />
              <span>{line.text}</span>
              <span className={css.when}>{line.time}</span>
            </>
          );
          const { conversationId } = line;
          return (
            <li key={line.id}>
              {conversationId === null ? (
                <div className={css.line}>{drawn}</div>
              ) : (
                <button type="button" className={css.line} onClick={() => commands.run('conversations.open', { conversation: String(conversationId) })}>
                  {drawn}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Notes({ companyId, contact }: { companyId: number; contact: Contact }) {
  const app = useApp();
  const may = useMay('conversations.read');
  const { data = [] } = useQuery({ ...createContactNotesQuery(app, companyId, contact.id), enabled: may });
  if (!contact.notes && data.length === 0) return null;
  return (
    <div className={sheet.block}>
      <h4 className={sheet.heading}>Notes</h4>
      {contact.notes && <p className={css.text}>{contact.notes}</p>}
      {data.map((note) => (
        <div key={note.id} className={css.note}>
          <p>{note.body}</p>
          <span className={css.noteBy}>
            {note.author?.name ?? 'Unknown user'} · <RelativeTime at={note.createdAt} />
            {note.editedAt ? ` · ${formatEdited(note.editor, note.author)}` : ''}
          </span>
        </div>
      ))}
    </div>
  );
}
