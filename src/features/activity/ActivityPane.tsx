/** Everything that happened in the company, newest first. What arrives comes on top and leaves the cursor where it is. */
import { activityTypeTitles, getToggleId } from '#commands/activity/commands.ts';
import type { ActivityFilter } from '#commands/activity/types.ts';
import type { Activity } from '#contract/activity/entities.ts';
import { activityFilters } from '#contract/activity/enums.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import {
  PaneHeader,
  type PaneProps,
  type RelatedRows,
  type Subject,
  subjectReaders,
  updateFilter,
  useArrivals,
  usePagedList,
  useView,
} from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import type { FilterChip } from '../../table/index.ts';
import { EmptyState, useTimeZone } from '../../ui/index.ts';
import { activityColumns } from './activityColumns.tsx';
import { activityViews, allActivity, createActivityListQuery, patchActivityCache } from './data.ts';
import { computeFirstDay, formatSpan } from './days.ts';

/** The chips, each with the command its press runs. */
function createChips({ types = [], numberIds = [], startDate, endDate }: ActivityFilter, today: string): FilterChip[] {
  return [
    ...activityFilters.map((type) => ({ id: getToggleId(type), label: activityTypeTitles[type], active: types.includes(type) })),
    {
      id: startDate || endDate ? 'activity.anyTime' : 'activity.last7',
      label: startDate === today && !endDate ? 'Today' : formatSpan(startDate, endDate),
      active: Boolean(startDate || endDate),
    },
    {
      id: numberIds.length > 0 ? 'activity.showAllNumbers' : 'activity.showNumber',
      label: numberIds.length === 0 ? 'All numbers' : `${numberIds.length} ${numberIds.length === 1 ? 'number' : 'numbers'}`,
      active: numberIds.length > 0,
    },
  ];
}

const drops = ['by', 'recipient', 'length', 'number', 'what'];

/** The conversation a row stands in, or who it is of. */
const getRowSubject = ({ conversationId, recipient, contact }: Activity): Subject | null => {
  if (conversationId !== null) return subjectReaders.conversation({ id: conversationId, recipient, contact });
  return contact ? subjectReaders.contact({ id: contact.id, number: recipient }) : null;
};

const leads = {
  getSubject: getRowSubject,
  findRowId: () => null,
  isAbout: (row: Activity, { conversationId, contactId }: RelatedRows) =>
    row.conversationId === null ? contactId !== null && row.contact?.id === contactId : row.conversationId === conversationId,
};

export function ActivityPane({ paneId, isFocused }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const commands = useCommands();
  const zone = useTimeZone();
  const filter = useView(activityViews, companyId);
  const { query, rows, total } = usePagedList(companyId, createActivityListQuery(app, companyId ?? 0, filter));
  useArrivals(companyId, () => (companyId === null ? Promise.resolve() : patchActivityCache(app, companyId, filter)));
  if (companyId === null) return <PaneHeader title="Activity" />;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="activity"
      scope="activity"
      title="Activity"
      columns={activityColumns}
      drops={drops}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.id}
      search={{
        label: 'Search the activity',
        placeholder: 'Name or number',
        q: filter.q,
        onChange: (q) => activityViews.set(companyId, updateFilter(filter, { q })),
      }}
      chips={createChips(filter, computeFirstDay(1, Date.now(), zone))}
      filterKey={JSON.stringify(filter)}
      clearedKey={JSON.stringify(allActivity)}
      onClearFilter={() => activityViews.set(companyId, allActivity)}
      leads={leads}
      actions={[{ icon: 'refresh', label: 'Refresh the list', command: 'list.refresh' }]}
      rowTone={(row) => (row.isRead ? 'plain' : 'strong')}
      onOpen={() => commands.run('activity.open')}
      empty={<NoActivity filter={filter} />}
    />
  );
}

function NoActivity({ filter }: { filter: ActivityFilter }) {
  const commands = useCommands();
  if (Object.keys(filter).length > 0)
    return (
      <EmptyState icon="filter" action={{ title: 'Show all activity', onAct: () => commands.run('activity.showAll') }}>
        No activity matches this filter.
      </EmptyState>
    );
  return <EmptyState icon="activity">No activity yet. Calls, messages and notes appear here automatically.</EmptyState>;
}
