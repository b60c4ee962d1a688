/** Calls, newest first, narrowed by a line of words, by chips, by commands: all three say the same search. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Call } from '#contract/calls/entities.ts';
import { type CallQuery, findMissingName, formatCallQuery } from '#contract/text/callQuery.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { flattenPages } from '../../api/pages.ts';
import { PaneHeader, type PaneProps, type RelatedRows, subjectReaders, useArrivals, useView } from '../../panes/index.ts';
import { ListFrame } from '../../panes/PagedListPane.tsx';
import { useCallContext } from '../../shared/callContext.ts';
import type { FilterChip, TableHandle } from '../../table/index.ts';
import { EmptyState, ErrorState } from '../../ui/index.ts';
import { useCallSearch } from './CallSearchField.tsx';
import { callColumns } from './callColumns.tsx';
import { callViews, createCallCountQuery, createCallListQuery, patchCallsCache } from './data.ts';
import { useReview } from './review.ts';

/** The chips, each with the command its press runs. */
function createChips({ results = [], isLead, isAppointment, span, callers }: CallQuery): FilterChip[] {
  return [
    { id: 'calls.toggleMissed', label: 'Missed', active: results.includes('missed') },
    { id: 'calls.toggleVoicemail', label: 'Voicemail', active: results.includes('voicemail') },
    { id: 'calls.toggleAnswered', label: 'Answered', active: results.includes('answered') },
    { id: 'calls.leads', label: 'Leads', active: isLead === true },
    { id: 'calls.appointments', label: 'Appointments', active: isAppointment === true },
    { id: 'calls.firstContacts', label: 'First-time callers', active: callers === 'first' },
    {
      id: span === undefined ? 'calls.last7' : 'calls.anyTime',
      label: span === undefined ? 'All time' : formatCallQuery({ span }),
      active: span !== undefined,
    },
  ];
}

/** Returns the people who answered the calls on the screen: candidates for the completion of `by:`. */
const listAnswerers = (rows: readonly Call[]) => [...new Set(rows.flatMap(({ answeredBy }) => answeredBy ?? []))].sort();

/** The list leads the panes beside it: its call is what they show. */
const leads = {
  getSubject: subjectReaders.call,
  findRowId: ({ callId }: RelatedRows) => callId,
  isAbout: (row: Call, { callId, conversationId }: RelatedRows) =>
    callId === null ? conversationId !== null && row.conversationId === conversationId : row.id === callId,
};
const drops = ['outcome', 'value', 'tags', 'by', 'recipient', 'number', 'heard', 'judged', 'length'];

export function CallsPane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Calls" /> : <Calls key={companyId} {...props} companyId={companyId} />;
}

function Calls({ paneId, isFocused, companyId }: PaneProps & { companyId: number }) {
  const app = useApp();
  const commands = useCommands();
  const { context, isKnown, readAgain } = useCallContext(companyId);
  const { query: callQuery } = useView(callViews, companyId);
  // A search that names a tag or a number is asked once they are known by their names: without them it would mean all calls.
  const missing = isKnown ? findMissingName(callQuery, context) : null;
  const canAsk = missing === null && (isKnown || (callQuery.tags === undefined && callQuery.numbers === undefined));
  const table = useRef<TableHandle<Call>>(null);
  const query = useInfiniteQuery({
    ...createCallListQuery(app, companyId, callQuery, context),
    enabled: canAsk,
    placeholderData: (old, last) => (last?.queryKey[1] === companyId ? old : undefined),
  });
  const count = useQuery({ ...createCallCountQuery(app, companyId, callQuery, context), enabled: canAsk });
  const rows = useMemo(() => (missing === null ? flattenPages(query.data) : []), [query.data, missing]);
  const review = useReview(companyId);
  const words = useMemo(() => ({ ...context, answerers: listAnswerers(rows) }), [context, rows]);
  const search = useCallSearch(callQuery, words, table, (next) => callViews.set(companyId, { query: next }));
  useArrivals(companyId, () => patchCallsCache(app, companyId, callQuery, context));
  const isCounted = missing === null && count.data !== undefined;
  return (
    <ListFrame
      paneId={paneId}
      isFocused={isFocused}
      kind="call"
      scope="calls"
      title="Calls"
      detail={isCounted ? `${count.data.total.toLocaleString('en-US')}${count.data.isAtLeast ? '+' : ''}` : ''}
      columns={callColumns}
      drops={drops}
      rows={rows}
      total={isCounted && !count.data.isAtLeast ? count.data.total : null}
      query={missing === null ? query : { ...query, isPending: false, isError: false, hasNextPage: false }}
      getRowId={(row) => row.id}
      search={search}
      table={table}
      chips={createChips(callQuery)}
      filterKey={formatCallQuery(callQuery)}
      clearedKey={formatCallQuery({})}
      onClearFilter={() => callViews.set(companyId, { query: {} })}
      leads={leads}
      actions={[{ icon: 'refresh', label: 'Refresh the list', command: 'list.refresh' }]}
      onOpen={() => commands.run('calls.open')}
      selects="loaded"
      more={{ flows: { reviewRun: review.flow }, handles: { send: { reviewRun: (event) => review.entry.actor.send(event) } } }}
      empty={missing === null ? <NoCalls isNarrowed={formatCallQuery(callQuery) !== ''} /> : <MissingFilter what={missing} readAgain={readAgain} />}
    />
  );
}

function NoCalls({ isNarrowed }: { isNarrowed: boolean }) {
  const commands = useCommands();
  if (isNarrowed)
    return (
      <EmptyState icon="filter" action={{ title: 'Show all calls', onAct: () => commands.run('calls.showAll') }}>
        No call matches this search.
      </EmptyState>
    );
  return <EmptyState icon="phone">No calls yet. New calls appear here.</EmptyState>;
}

/** A search for what the company does not have finds nothing, and asks nothing. */
function MissingFilter({ what, readAgain }: { what: string; readAgain: (() => void) | null }) {
  const commands = useCommands();
  if (readAgain) return <ErrorState action={{ title: 'Try again', onAct: readAgain }}>Couldn’t load tags, so this search can’t run.</ErrorState>;
  return (
    <EmptyState icon="filter" action={{ title: 'Show all calls', onAct: () => commands.run('calls.showAll') }}>
      {what}.
    </EmptyState>
  );
}
