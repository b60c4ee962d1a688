/** Everything that happened in the company, newest first. What arrives comes on top and leaves the cursor where it is. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { activityTypeTitles, toggleOf } from '#commands/activity/commands.ts';
import type { ActivityFilter } from '#commands/activity/types.ts';
import type { Activity } from '#contract/activity/entities.ts';
import { activityFilters } from '#contract/activity/enums.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { rowsOfPages } from '../../api/pages.ts';
import {
  changed,
  ListTable,
  PaneBody,
  PaneHeader,
  type PaneProps,
  type Subject,
  subjectOf,
  useColumnChoice,
  useLeads,
  useListSearch,
  useRegisterListPane,
  useView,
  useWorkspace,
} from '../../panes/index.ts';
import { createTableController, FilterBar, type FilterChip, type TableHandle } from '../../table/index.ts';
import { EmptyState, IconButton, useTimeZone } from '../../ui/index.ts';
import { activityColumns } from './activityColumns.tsx';
import { activityList, activityViews, allActivity, patchActivityCache } from './data.ts';
import { firstOfLast, spanWords } from './days.ts';

/** Milliseconds after an arrival: a burst is fetched once. */
const gatherMs = 250;

/** The chips, each with the command its press runs. */
function chipsOf({ types = [], numberIds = [], startDate, endDate }: ActivityFilter, today: string): FilterChip[] {
  return [
    ...activityFilters.map((type) => ({ id: toggleOf(type), label: activityTypeTitles[type], active: types.includes(type) })),
    {
      id: startDate || endDate ? 'activity.anyTime' : 'activity.last7',
      label: startDate === today && !endDate ? 'Today' : spanWords(startDate, endDate),
      active: Boolean(startDate || endDate),
    },
    {
      id: numberIds.length > 0 ? 'activity.showAllNumbers' : 'activity.showNumber',
      label: numberIds.length === 0 ? 'All numbers' : `${numberIds.length} ${numberIds.length === 1 ? 'number' : 'numbers'}`,
      active: numberIds.length > 0,
    },
  ];
}

const shape = { columns: activityColumns, drops: ['by', 'recipient', 'length', 'number', 'what'] };

/** The conversation a row stands in, or who it is of. */
const subjectOfRow = ({ conversationId, recipient, contact }: Activity): Subject | null => {
  if (conversationId !== null) return subjectOf.conversation({ id: conversationId, recipient, contact });
  return contact ? subjectOf.contact({ id: contact.id, number: recipient }) : null;
};

export function ActivityPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const workspace = useWorkspace();
  const commands = useCommands();
  const zone = useTimeZone();
  const filter = useView(activityViews, companyId);
  const table = useRef<TableHandle<Activity>>(null);
  const [controller] = useState(createTableController);
  const { layout, choose, reset } = useColumnChoice('activity', paneId, shape);
  const query = useInfiniteQuery({
    ...activityList(app, companyId ?? 0, filter),
    enabled: companyId !== null,
    placeholderData: (old, last) => (last?.queryKey[1] === companyId ? old : undefined),
  });
  const rows = useMemo(() => rowsOfPages(query.data), [query.data]);
  const total = query.data?.pages.at(-1)?.meta.total ?? null;
  const search = useListSearch({
    label: 'Search the activity',
    placeholder: 'Name or number',
    q: filter.q,
    onChange: (q) => activityViews.set(companyId, changed(filter, { q })),
    table,
  });
  useArrivals(companyId, filter);

  useLeads(paneId, isFocused, {
    table,
    controller,
    rows,
    subjectOf: subjectOfRow,
    placeOf: () => null,
    isOf: (row, { conversationId, contactId }) =>
      row.conversationId === null ? contactId !== null && row.contact?.id === contactId : row.conversationId === conversationId,
  });
  useRegisterListPane(paneId, {
    kind: 'activity',
    scopes: ['activity'],
    table,
    search,
    isComing: query.isPending && query.isFetching,
    onRefresh: () => void query.refetch(),
    onClearFilter: () => activityViews.set(companyId, allActivity),
    onPeek: (row) => {
      workspace.follow(subjectOfRow(row));
    },
    onResetColumns: reset,
  });

  if (companyId === null) return <PaneHeader title="Activity" />;
  return (
    <>
      <PaneHeader title="Activity" detail={total === null ? '' : total.toLocaleString('en-US')}>
        <IconButton name="filter" label="Search the activity" keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
        <IconButton name="refresh" label="Refresh the list" keys={commands.keys('list.refresh')} onClick={() => commands.run('list.refresh')} />
      </PaneHeader>
      <PaneBody>
        <FilterBar chips={chipsOf(filter, firstOfLast(1, Date.now(), zone))} onPress={(id) => commands.run(id)}>
          {search.box}
        </FilterBar>
        <ListTable
          ref={table}
          controller={controller}
          label="Activity"
          columns={activityColumns}
          rows={rows}
          getRowId={(row) => row.id}
          total={total}
          query={query}
          layout={layout}
          onLayoutChange={choose}
          filterKey={JSON.stringify(filter)}
          rowTone={(row) => (row.isRead ? 'plain' : 'strong')}
          onOpen={() => commands.run('activity.open')}
          empty={<NoActivity filter={filter} />}
        />
      </PaneBody>
    </>
  );
}

function NoActivity({ filter }: { filter: ActivityFilter }) {
  const commands = useCommands();
  if (Object.keys(filter).length > 0)
    return (
      <EmptyState icon="filter" action={{ title: 'Show all activity', onAct: () => commands.run('activity.showAll') }}>
        Nothing that happened matches this filter.
      </EmptyState>
    );
  return <EmptyState icon="activity">No activity yet. Calls, messages and notes appear here automatically.</EmptyState>;
}

/** Fetches items that arrive over the channel a moment later and puts them on top. */
function useArrivals(companyId: number | null, filter: ActivityFilter) {
  const app = useApp();
  useEffect(() => {
    if (companyId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = app.changes.subscribe((changes) => {
      const touched = changes.some((change) => change.companyId === companyId && change.kind.startsWith('item-'));
      if (!touched || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        patchActivityCache(app, companyId, filter).catch(app.tellError);
      }, gatherMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [app, companyId, filter]);
}
