/** Calls, newest first, narrowed by a line of words, by chips, by commands: all three say the same search. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Call } from '#contract/calls/entities.ts';
import { type CallQuery, printCallQuery } from '#contract/text/callQuery.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { rowsOfPages } from '../../api/pages.ts';
import {
  ListSelection,
  ListTable,
  listPaneState,
  PaneBody,
  PaneHeader,
  type PaneProps,
  subjectOf,
  useArrivals,
  useColumnChoice,
  useLeads,
  useRegisterPane,
  useView,
  useWorkspace,
} from '../../panes/index.ts';
import { createTableController, FilterBar, type FilterChip, type TableHandle } from '../../table/index.ts';
import { EmptyState, ErrorState, IconButton } from '../../ui/index.ts';
import { CallLineField, useCallLine } from './CallSearchField.tsx';
import { callColumns } from './callColumns.tsx';
import { callCount, callList, callViews, missingIn, patchCallsCache, useCallWorld } from './data.ts';
import { useReview } from './review.ts';

/** The chips, each with the command its press runs. */
function chipsOf({ results = [], isLead, isAppointment, span, callers }: CallQuery): FilterChip[] {
  return [
    { id: 'calls.toggleMissed', label: 'Missed', active: results.includes('missed') },
    { id: 'calls.toggleVoicemail', label: 'Voicemail', active: results.includes('voicemail') },
    { id: 'calls.toggleAnswered', label: 'Answered', active: results.includes('answered') },
    { id: 'calls.leads', label: 'Leads', active: isLead === true },
    { id: 'calls.appointments', label: 'Appointments', active: isAppointment === true },
    { id: 'calls.firstContacts', label: 'First-time callers', active: callers === 'first' },
    { id: span === undefined ? 'calls.last7' : 'calls.anyTime', label: span === undefined ? 'All time' : printCallQuery({ span }), active: span !== undefined },
  ];
}

/** Returns the people who answered the calls on the screen: candidates for the completion of `by:`. */
const answerersOf = (rows: readonly Call[]) => [...new Set(rows.flatMap(({ answeredBy }) => answeredBy ?? []))].sort();

const shape = { columns: callColumns, drops: ['outcome', 'value', 'tags', 'by', 'recipient', 'number', 'heard', 'judged', 'length'] };

export function CallsPane(props: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Calls" /> : <Calls key={companyId} {...props} companyId={companyId} />;
}

function Calls({ paneId, isFocused, companyId }: PaneProps & { companyId: number }) {
  const app = useApp();
  const workspace = useWorkspace();
  const commands = useCommands();
  const { world, isKnown, readAgain } = useCallWorld(companyId);
  const { query: asked } = useView(callViews, companyId);
  // A search that names a tag or a number is asked once they are known by their names: without them it would mean all calls.
  const missing = isKnown ? missingIn(asked, world) : null;
  const canAsk = missing === null && (isKnown || (asked.tags === undefined && asked.numbers === undefined));
  const table = useRef<TableHandle<Call>>(null);
  const [controller] = useState(createTableController);
  const { layout, choose, reset } = useColumnChoice('calls', paneId, shape);
  const query = useInfiniteQuery({
    ...callList(app, companyId, asked, world),
    enabled: canAsk,
    placeholderData: (old, last) => (last?.queryKey[1] === companyId ? old : undefined),
  });
  const count = useQuery({ ...callCount(app, companyId, asked, world), enabled: canAsk });
  const rows = useMemo(() => (missing === null ? rowsOfPages(query.data) : []), [query.data, missing]);
  const review = useReview(companyId);
  const words = useMemo(() => ({ ...world, answerers: answerersOf(rows) }), [world, rows]);
  const line = useCallLine(asked, words, (next) => callViews.set(companyId, { query: next }));
  useArrivals(companyId, () => patchCallsCache(app, companyId, asked, world));
  useLeads(paneId, isFocused, {
    table,
    controller,
    rows,
    subjectOf: subjectOf.call,
    placeOf: ({ callId }) => callId,
    isOf: (row, { callId, conversationId }) => (callId === null ? conversationId !== null && row.conversationId === conversationId : row.id === callId),
  });

  useRegisterPane(paneId, () => {
    const told = listPaneState({
      kind: 'call',
      scopes: ['calls'],
      table: table.current,
      isComing: query.isPending && query.isFetching,
      onRefresh: () => void query.refetch(),
      onClearFilter: () => callViews.set(companyId, { query: {} }),
      onFocusFilter: () => {
        line.input.current?.focus();
        line.input.current?.select();
      },
      onPeek: (row) => workspace.follow(subjectOf.call(row)),
      onResetColumns: reset,
    });
    const back = () => {
      if (document.activeElement !== line.input.current) return told.handles?.back?.() ?? false;
      table.current?.focus();
      return true;
    };
    return { ...told, flows: { reviewRun: review.flow }, handles: { back, send: { reviewRun: (event) => review.entry.actor.send(event) } } };
  });

  const total = missing === null && count.data ? `${count.data.total.toLocaleString('en-US')}${count.data.isAtLeast ? '+' : ''}` : '';
  return (
    <>
      <PaneHeader title="Calls" detail={total}>
        <IconButton name="filter" label="Search calls" keys={commands.keys('list.focusFilter')} onClick={() => commands.run('list.focusFilter')} />
        <IconButton name="refresh" label="Refresh the list" keys={commands.keys('list.refresh')} onClick={() => commands.run('list.refresh')} />
      </PaneHeader>
      <PaneBody>
        <CallLineField line={line} onDone={() => table.current?.focus()} />
        <FilterBar chips={chipsOf(asked)} onPress={(id) => commands.run(id)} />
        <ListTable
          ref={table}
          controller={controller}
          label="Calls"
          columns={callColumns}
          rows={rows}
          getRowId={(row) => row.id}
          total={missing === null && count.data?.isAtLeast === false ? count.data.total : null}
          query={missing === null ? query : { ...query, isPending: false, isError: false, hasNextPage: false }}
          layout={layout}
          onLayoutChange={choose}
          filterKey={printCallQuery(asked)}
          onOpen={() => commands.run('calls.open')}
          empty={missing === null ? <NoCalls isNarrowed={printCallQuery(asked) !== ''} /> : <NotThere what={missing} readAgain={readAgain} />}
        />
        <ListSelection controller={controller} kind="call" total={null} all="list.selectLoaded" />
      </PaneBody>
    </>
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
function NotThere({ what, readAgain }: { what: string; readAgain: (() => void) | null }) {
  const commands = useCommands();
  if (readAgain) return <ErrorState action={{ title: 'Try again', onAct: readAgain }}>Couldn’t load tags, so this search can’t run.</ErrorState>;
  return (
    <EmptyState icon="filter" action={{ title: 'Show all calls', onAct: () => commands.run('calls.showAll') }}>
      {what}.
    </EmptyState>
  );
}
