/** The list of contacts: sorted, narrowed, chosen, deleted by one or by thousands. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Contact } from '#contract/contacts/entities.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import {
  ListTable,
  PaneBody,
  PaneHeader,
  type PaneProps,
  subjectOf,
  useColumnChoice,
  useLeads,
  useListSearch,
  useRegisterListPane,
  useView,
  useWorkspace,
} from '../../panes/index.ts';
import { createTableController, FilterBar, type FilterChip, SelectionBar, type TableHandle } from '../../table/index.ts';
import { EmptyState, IconButton } from '../../ui/index.ts';
import { contactColumns } from './contactColumns.tsx';
import { allContacts, type ContactFilter, type ContactsView, contactList, contactsOfPages, contactViews } from './data.ts';

/** The chips, each with the command its press runs. */
function chipsOf({ filter }: ContactsView): FilterChip[] {
  const opted = filter.isUnsubscribed;
  return [
    { id: 'contacts.showAll', label: 'All contacts', active: Object.keys(filter).length === 0 },
    {
      id: opted === undefined ? 'contacts.showUnsubscribed' : 'contacts.showEither',
      label: opted === false ? 'Subscribed' : 'Opted out',
      active: opted !== undefined,
    },
    { id: filter.isInvalid ? 'contacts.showValidToo' : 'contacts.showInvalid', label: 'Invalid number', active: filter.isInvalid ?? false },
    { id: filter.city ? 'contacts.showAllCities' : 'contacts.showCity', label: filter.city ?? 'City', active: Boolean(filter.city) },
  ];
}

const shape = { columns: contactColumns, drops: ['created_at', 'groups', 'email', 'updated_at', 'company_name', 'city'] };

export function ContactsPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const workspace = useWorkspace();
  const commands = useCommands();
  const mayWrite = useMay('contacts.write');
  const view = useView(contactViews, companyId);
  const table = useRef<TableHandle<Contact>>(null);
  const [controller] = useState(createTableController);
  const { layout, choose, reset } = useColumnChoice('contacts', paneId, shape);
  const query = useInfiniteQuery({
    ...contactList(app, companyId ?? 0, view),
    enabled: companyId !== null,
    placeholderData: (old, last) => (last?.queryKey[1] === companyId ? old : undefined),
  });
  const rows = useMemo(() => contactsOfPages(query.data), [query.data]);
  const total = query.data?.pages.at(-1)?.meta.total ?? null;
  const narrow = (q: string | undefined) => {
    const { q: _, ...others }: ContactFilter = view.filter;
    contactViews.change(companyId, { filter: q === undefined ? others : { ...others, q } });
  };
  const search = useListSearch({ label: 'Search contacts', placeholder: 'Name, phone, company or email', q: view.filter.q, onChange: narrow, table });

  useLeads(paneId, isFocused, {
    table,
    controller,
    rows,
    subjectOf: subjectOf.contact,
    placeOf: ({ contactId }) => contactId,
    isOf: (row, { contactId }) => row.id === contactId,
  });
  useRegisterListPane(paneId, {
    kind: 'contact',
    scopes: ['contacts'],
    table,
    search,
    filter: view.filter,
    sort: view.sort,
    isComing: query.isPending && query.isFetching,
    onRefresh: () => void query.refetch(),
    onClearFilter: () => contactViews.change(companyId, { filter: allContacts.filter }),
    onPeek: (row) => workspace.follow(subjectOf.contact(row)),
    onResetColumns: reset,
  });

  if (companyId === null) return <PaneHeader title="Contacts" />;
  return (
    <>
      <PaneHeader title="Contacts" detail={total === null ? '' : total.toLocaleString('en-US')}>
        <IconButton name="filter" label="Filter contacts" keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
        {mayWrite && (
          <IconButton name="user-plus" label="Create a contact" keys={commands.keys('contacts.create')} onClick={() => commands.run('contacts.create')} />
        )}
      </PaneHeader>
      <PaneBody>
        <FilterBar chips={chipsOf(view)} onPress={(id) => commands.run(id)}>
          {search.box}
        </FilterBar>
        <ListTable
          ref={table}
          controller={controller}
          label="Contacts"
          columns={contactColumns}
          rows={rows}
          getRowId={(row) => row.id}
          total={total}
          query={query}
          sort={view.sort}
          onSort={(sort) => contactViews.change(companyId, { sort })}
          layout={layout}
          onLayoutChange={choose}
          filterKey={JSON.stringify(view.filter)}
          rowTone={(row) => (row.isUnsubscribed || row.isInvalid ? 'dim' : 'plain')}
          onOpen={(row) => commands.run('go.contact', { contact: String(row.id) })}
          empty={<NoContacts filter={view.filter} />}
        />
        <SelectionBar
          controller={controller}
          noun={{ one: 'contact', many: 'contacts' }}
          total={total}
          onSelectMatching={() => commands.run('list.selectMatching')}
          onClear={() => commands.run('list.selectNone')}
          keys={{ matching: commands.keys('list.selectMatching'), clear: commands.keys('list.selectNone') }}
        />
      </PaneBody>
    </>
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
    <EmptyState icon="users" action={{ title: 'Create a contact', keys: commands.keys('contacts.create'), onAct: () => commands.run('contacts.create') }}>
      No contacts yet.
    </EmptyState>
  );
}
