/** The list of contacts: sorted, narrowed, chosen, deleted by one or by thousands. */
import { useQuery } from '@tanstack/react-query';
import type { Contact } from '#contract/contacts/entities.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps, type RelatedRows, subjectReaders, usePagedList, useView } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { allContacts, type ContactFilter, type ContactsView, contactViews } from '../../shared/contactFilter.ts';
import { createContactLabelsQuery, createGroupsQuery } from '../../shared/groups.ts';
import type { FilterChip } from '../../table/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { contactColumns } from './contactColumns.tsx';
import { createContactListQuery } from './data.ts';

interface FilterNames {
  readonly group: string | undefined;
  readonly label: string | undefined;
}

/** Names of the group and the label the list is filtered by; undefined until they are known. */
function useFilterNames(companyId: number | null, { groupId, labelId }: ContactFilter): FilterNames {
  const app = useApp();
  const groups = useQuery({ ...createGroupsQuery(app, companyId ?? 0), enabled: companyId !== null && groupId !== undefined });
  const labels = useQuery({ ...createContactLabelsQuery(app, companyId ?? 0), enabled: companyId !== null && labelId !== undefined });
  return { group: groups.data?.find(({ id }) => id === groupId)?.name, label: labels.data?.find(({ id }) => id === labelId)?.label };
}

/** The chips, each with the command its press runs. */
function createChips({ filter }: ContactsView, names: FilterNames): FilterChip[] {
  const opted = filter.isUnsubscribed;
  return [
    { id: 'contacts.showAll', label: 'All contacts', active: Object.keys(filter).length === 0 },
    {
      id: opted === undefined ? 'contacts.showUnsubscribed' : 'contacts.showEither',
      label: opted === false ? 'Subscribed' : 'Opted out',
      active: opted !== undefined,
    },
    { id: filter.isInvalid ? 'contacts.showValidToo' : 'contacts.showInvalid', label: 'Invalid number', active: filter.isInvalid ?? false },
    {
      id: filter.groupId === undefined ? 'contacts.showGroup' : 'contacts.showAllGroups',
      label: filter.groupId === undefined ? 'Group' : (names.group ?? 'Group'),
      active: filter.groupId !== undefined,
    },
    {
      id: filter.labelId === undefined ? 'contacts.showLabel' : 'contacts.showAllLabels',
      label: filter.labelId === undefined ? 'Label' : (names.label ?? 'Label'),
      active: filter.labelId !== undefined,
    },
    { id: filter.city ? 'contacts.showAllCities' : 'contacts.showCity', label: filter.city ?? 'City', active: Boolean(filter.city) },
  ];
}

/** The list leads the panes beside it: its contact is what they show. */
const leads = {
  getSubject: subjectReaders.contact,
  findRowId: ({ contactId }: RelatedRows) => contactId,
  isAbout: (row: Contact, { contactId }: RelatedRows) => row.id === contactId,
};
const drops = ['created_at', 'groups', 'email', 'updated_at', 'company_name', 'city'];

export function ContactsPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const commands = useCommands();
  const mayWrite = useMay('contacts.write');
  const view = useView(contactViews, companyId);
  const names = useFilterNames(companyId, view.filter);
  const { query, rows, total } = usePagedList(companyId, createContactListQuery(app, companyId ?? 0, view));
  const setFilter = (q: string | undefined) => {
    const { q: _, ...others }: ContactFilter = view.filter;
    contactViews.change(companyId, { filter: q === undefined ? others : { ...others, q } });
  };
  if (companyId === null) return <PaneHeader title="Contacts" />;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="contact"
      scope="contacts"
      title="Contacts"
      columns={contactColumns}
      drops={drops}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.id}
      search={{ label: 'Search contacts', placeholder: 'Name, phone, company or email', q: view.filter.q, onChange: setFilter }}
      chips={createChips(view, names)}
      filter={view.filter}
      filterKey={JSON.stringify(view.filter)}
      clearedKey={JSON.stringify(allContacts.filter)}
      onClearFilter={() => contactViews.change(companyId, { filter: allContacts.filter })}
      {...(contactColumns.some(({ id }) => id === view.sort.columnId) ? {} : { summary: view.sort.direction === 'desc' ? 'Newest first' : 'Oldest first' })}
      sort={view.sort}
      onSort={(sort) => contactViews.change(companyId, { sort })}
      leads={leads}
      actions={mayWrite ? [{ icon: 'user-plus', label: 'Create contact', command: 'contacts.create' }] : []}
      rowTone={(row) => (row.isUnsubscribed || row.isInvalid ? 'dim' : 'plain')}
      onOpen={(row) => commands.run('go.contact', { contact: String(row.id) })}
      selects="matching"
      empty={<NoContacts filter={view.filter} />}
    />
  );
}

function NoContacts({ filter }: { filter: ContactFilter }) {
  const commands = useCommands();
  if (Object.keys(filter).length > 0)
    return (
      <EmptyState icon="filter" action={{ title: 'Show all contacts', onAct: () => commands.run('contacts.showAll') }}>
        No contact matches this filter.
      </EmptyState>
    );
  return (
    <EmptyState icon="users" action={{ title: 'Create contact', keys: commands.keys('contacts.create'), onAct: () => commands.run('contacts.create') }}>
      No contacts yet.
    </EmptyState>
  );
}
