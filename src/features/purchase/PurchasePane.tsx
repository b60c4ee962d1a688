/** Buying numbers: one line says what is looked for, the list shows what is free, Enter chooses, and the cost a month is confirmed before anything is bought. */
import { useEffect, useMemo, useRef } from 'react';
import type { Offer } from '#contract/purchase/entities.ts';
import { flowId, getReason, type PurchaseSnapshot, userEvents } from '#machines/numberPurchase/index.ts';
import { getStateName, isIn } from '#machines/state.ts';
import { useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { useWorkspace } from '../../panes/workspace.ts';
import { displayPhone, EmptyState, ErrorState } from '../../ui/index.ts';
import { offerColumns } from './offerColumns.tsx';
import { PurchaseSteps } from './PurchaseSteps.tsx';
import { purchaseStore } from './purchaseStore.ts';

const none: readonly Offer[] = [];
const drops = ['type', 'where'];
const formatSearchText = (row: Offer) => [row.number, displayPhone(row.number), row.vanity, row.locality, row.region].join(' ');

/** Returns the rows of the list: the numbers found, or those chosen of them. */
function listRows({ context, ...snapshot }: PurchaseSnapshot): readonly Offer[] {
  if (isIn(snapshot, 'results')) return context.offers;
  if (isIn(snapshot, 'partly')) return context.others;
  if (isIn(snapshot, 'confirming', 'buying', 'unsure')) return context.offers.filter(({ number }) => context.chosen.includes(number));
  return none;
}

export function PurchasePane({ paneId, isFocused }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Buy numbers" /> : <Purchase paneId={paneId} isFocused={isFocused} companyId={companyId} />;
}

function Purchase({ paneId, isFocused, companyId }: { paneId: string; isFocused: boolean; companyId: number }) {
  const commands = useCommands();
  const field = useRef<HTMLInputElement>(null);
  const { entry, snapshot, flow } = useFlow(purchaseStore, companyId, { userEvents, getReason });
  const { actor } = entry;
  const rows = useMemo(() => listRows(snapshot), [snapshot]);
  const workspace = useWorkspace();
  // Beside it stands what was bought, once: what is opened there later stays.
  const boughtId = snapshot.context.purchase?.items.find(({ numberId }) => numberId !== null)?.numberId ?? null;
  const shownId = useRef(boughtId);
  useEffect(() => {
    if (boughtId !== null && boughtId !== shownId.current) workspace.follow({ kind: 'number', id: boughtId });
    shownId.current = boughtId;
  }, [workspace, boughtId]);
  const isSearching = isIn(snapshot, 'searching', 'partly.looking');
  const { error } = snapshot.context;
  const query = {
    isPending: isSearching && rows.length === 0,
    isFetching: isSearching,
    isError: isIn(snapshot, 'failed'),
    error,
    refetch: () => commands.run('purchase.search'),
  };
  return (
    <PlainListPane
      paneId={paneId}
      kind="offer"
      scope="purchase"
      title="Buy numbers"
      detail={rows.length > 0 ? rows.length.toLocaleString('en-US') : ''}
      columns={offerColumns}
      drops={drops}
      rows={rows}
      query={query}
      getRowId={(row) => row.number}
      formatSearchText={formatSearchText}
      placeholder="Digits, letters or city"
      takesFocus={isFocused && isIn(snapshot, 'results', 'confirming') && rows.length > 0 ? `${getStateName(snapshot)} ${snapshot.context.text}` : null}
      // Money is spent by the key that is shown, not by the Enter that has just chosen.
      onOpen={() => {
        if (!isIn(snapshot, 'confirming')) commands.run('purchase.choose');
      }}
      above={<PurchaseSteps actor={actor} snapshot={snapshot} field={field} flow={flowId} isFocused={isFocused} />}
      more={{
        flows: { numberPurchase: flow },
        subject: snapshot.context.text || null,
        handles: {
          send: { numberPurchase: (event) => actor.send(event) },
          back: () => {
            if (isIn(snapshot, 'confirming')) actor.send({ type: 'choice.revised' });
            return isIn(snapshot, 'confirming');
          },
        },
      }}
      empty={<EmptyMessage snapshot={snapshot} />}
    />
  );
}

function EmptyMessage({ snapshot }: { snapshot: PurchaseSnapshot }) {
  const commands = useCommands();
  const { error, search } = snapshot.context;
  const again = { title: 'Search again', onAct: () => commands.run('purchase.search') };
  if (isIn(snapshot, 'failed')) return <ErrorState action={again}>{error?.message ?? 'The carrier didn’t respond'}</ErrorState>;
  if (isIn(snapshot, 'results'))
    return <EmptyState icon="search">No matching numbers. Try fewer letters, another area code, or “contains” instead of “ends”.</EmptyState>;
  if (isIn(snapshot, 'idle'))
    return (
      <EmptyState icon="search" action={search === null ? undefined : { title: 'Search numbers', keys: commands.keys('purchase.search'), onAct: again.onAct }}>
        Search for a number, for example: 415, 800 ends PLUMB, 8** contains 777, 415 x10, fax 212.
      </EmptyState>
    );
  return <span />;
}
