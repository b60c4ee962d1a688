/** Delivery report: where a campaign is, and what became of the text of each person, which adds up to all of them. */
import { useEffect, useState } from 'react';
import type { Campaign } from '#contract/campaigns/entities.ts';
import { type RecipientState, recipientStateLabel, recipientStates } from '#contract/campaigns/enums.ts';
import { formatDollars } from '#contract/core/money.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { usePagedList } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { useNumbers } from '../../shared/numbers.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import { useStore } from '../../store/store.ts';
import type { FilterChip } from '../../table/index.ts';
import { FutureTime } from '../../ui/FutureTime.tsx';
import { EmptyState, formatNumberName, Icon, LoadingLine, ProgressBar, RelativeTime } from '../../ui/index.ts';
import css from './Campaign.module.css';
import { Countdown } from './Countdown.tsx';
import { eventColumns, eventDrops, StateMark } from './campaignColumns.tsx';
import { allPeople, createEventsQuery, type PeopleView } from './data.ts';
import type { CampaignProps } from './props.ts';
import { formatRecipients, samplePercent } from './texts.ts';

const createChips = ({ counts }: Campaign, { state }: PeopleView): FilterChip[] =>
  recipientStates
    .filter((each) => counts[each] > 0 || each === state)
    .map((each) => ({
      ...(state === each ? { id: 'list.clearFilter' } : { id: 'campaigns.showEvents', args: { state: each satisfies RecipientState } }),
      label: `${recipientStateLabel[each]} ${counts[each].toLocaleString('en-US')}`,
      active: state === each,
    }));

export function CampaignReport({ paneId, isFocused, companyId, entry, snapshot, state, told }: CampaignProps) {
  const app = useApp();
  const commands = useCommands();
  const view = useStore(entry.view);
  const { campaign } = snapshot.context;
  const { query, rows, total } = usePagedList(companyId, createEventsQuery(app, companyId, campaign?.id ?? 0, view));
  if (campaign === null) return null;
  const isListed = campaign.counts.total > 0;
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="campaignEvent"
      scope="campaignReport"
      title="Delivery report"
      detail={campaign.title}
      columns={eventColumns}
      drops={eventDrops}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.id}
      search={{ label: 'Search recipients', placeholder: 'Name or phone', q: view.q, onChange: (q) => entry.view.set({ ...view, q }) }}
      chips={createChips(campaign, view)}
      summary={isListed ? `${formatRecipients(campaign.counts.total)} in all` : ''}
      filterKey={JSON.stringify([campaign.id, view.state, view.q])}
      clearedKey={JSON.stringify([campaign.id, allPeople.state, allPeople.q])}
      onClearFilter={() => entry.view.set(allPeople)}
      above={<Summary companyId={companyId} campaign={campaign} snapshot={snapshot} state={state} isFocused={isFocused} />}
      rowTone={(row) => (row.state === 'skipped' || row.state === 'canceled' ? 'dim' : 'plain')}
      onOpen={() => commands.run('campaigns.reply')}
      isNews={() => false}
      more={told}
      empty={
        isListed ? (
          <EmptyState icon="filter" action={{ title: 'Show all recipients', onAct: () => commands.run('list.clearFilter') }}>
            No recipient matches this filter.
          </EmptyState>
        ) : (
          <EmptyState icon="users">Recipients appear here once they are listed.</EmptyState>
        )
      }
    />
  );
}

interface SummaryProps extends Pick<CampaignProps, 'companyId' | 'snapshot' | 'state' | 'isFocused'> {
  readonly campaign: Campaign;
}

/** Text about the state, besides its name. */
function Headline({ campaign, snapshot }: Pick<SummaryProps, 'campaign' | 'snapshot'>) {
  const { holdMs } = snapshot.context;
  const [until, setUntil] = useState(() => performance.now() + holdMs);
  const isArmed = isIn(snapshot, 'armed');
  useEffect(() => {
    if (isArmed) setUntil(performance.now() + holdMs);
  }, [isArmed, holdMs]);
  if (isArmed)
    return (
      <>
        Sending to {formatRecipients(campaign.counts.total === 0 ? campaign.sendToContactsCount : campaign.counts.total - campaign.counts.skipped)} in{' '}
        <Countdown key={until} until={until} />
      </>
    );
  if (isIn(snapshot, 'scheduled') && campaign.deliverAt !== null)
    return (
      <>
        Scheduled: <FutureTime at={campaign.deliverAt} />
      </>
    );
  if (isIn(snapshot, 'pending')) return <>Listing the recipients…</>;
  if (isIn(snapshot, 'sampling')) return <>{`Sending to the first ${campaign.firstPercent ?? samplePercent}%, then it stops and asks you`}</>;
  if (isIn(snapshot, 'sampled')) return <>{`The first ${campaign.firstPercent ?? samplePercent}% is sent. Look at the results, then send to the rest.`}</>;
  const { sent, total } = { sent: campaign.sent, total: campaign.counts.total || campaign.sendToContactsCount };
  return <>{`${sent.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} sent`}</>;
}

function Summary({ companyId, campaign, snapshot, state, isFocused }: SummaryProps) {
  const numbers = useNumbers(companyId);
  const maySend = useMay('campaigns.send');
  const { counts } = campaign;
  const { error } = snapshot.context;
  const number = numbers.find(({ id }) => id === campaign.numberId);
  const open = counts.waiting + counts.held + counts.sending;
  const isUnderWay = isIn(snapshot, 'queued', 'sending', 'sampling');
  const isBusy = isIn(snapshot, 'stopping', 'pausing', 'resuming', 'reopening', 'checking', 'resending', 'refreshing');
  return (
    <div className={css.sheet} data-flow="campaign" data-state={state}>
      <div className={css.line}>
        <LoadingLine active={isBusy || isIn(snapshot, 'pending')} label="Working" />
      </div>
      <div className={css.head}>
        <h3 aria-live="polite">
          <Headline campaign={campaign} snapshot={snapshot} />
        </h3>
        <StateMark campaign={campaign} />
      </div>
      {isUnderWay && counts.total > 0 && <ProgressBar value={1 - open / counts.total} label="Texts sent" />}
      <dl className={css.facts}>
        <Fact label="To">{campaign.group?.name ?? '–'}</Fact>
        <Fact label="From">{number ? formatNumberName(number) : '–'}</Fact>
        {campaign.started !== null && (
          <>
            <Fact label="Started">
              <RelativeTime at={campaign.started} />
            </Fact>
            <Fact label="Delivered">{campaign.delivered.toLocaleString('en-US')}</Fact>
            <Fact label="Responded">{campaign.responded.toLocaleString('en-US')}</Fact>
            <Fact label="Opted out">{campaign.unsubscribed.toLocaleString('en-US')}</Fact>
            <Fact label="Cost">{formatDollars(campaign.creditCost)}</Fact>
          </>
        )}
      </dl>
      {campaign.pausedNote !== null && (
        <p className={css.warning} role="status">
          <Icon name="info" tone="amber" /> {campaign.pausedNote}
        </p>
      )}
      {counts.unknown > 0 && isIn(snapshot, 'sent', 'failed', 'checking', 'resending') && (
        <p className={css.warning} role="status">
          <Icon name="info" tone="amber" /> {`Delivery to ${formatRecipients(counts.unknown)} isn’t confirmed. Nothing is sent again unless you resend.`}
        </p>
      )}
      {error && (
        <p role="alert" className={css.wrong}>
          {error.message}
        </p>
      )}
      {maySend && <Actions snapshot={snapshot} unknown={counts.unknown} isFocused={isFocused} />}
    </div>
  );
}

const Fact = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Actions({ snapshot, unknown, isFocused }: Pick<SummaryProps, 'snapshot' | 'isFocused'> & { readonly unknown: number }) {
  const isUntouched = snapshot.context.campaign?.started === null;
  return (
    <div className={css.actions}>
      {isIn(snapshot, 'armed') && <StepButton command="campaigns.stop" title="Stop" isFirst takesFocus={isFocused ? 'armed' : null} />}
      {isIn(snapshot, 'queued', 'sending', 'sampling', 'scheduled') && <StepButton command="campaigns.pause" isPlain title="Pause" icon="pause" />}
      {isIn(snapshot, 'sampled') && <StepButton command="campaigns.resume" title="Send to the rest" isFirst />}
      {isIn(snapshot, 'paused') && <StepButton command="campaigns.resume" title="Resume" icon="play" isFirst />}
      {isIn(snapshot, 'scheduled') && <StepButton command="campaigns.reopen" isPlain title="Move to draft" />}
      {isIn(snapshot, 'paused') && isUntouched && <StepButton command="campaigns.reopen" isPlain title="Move to draft" />}
      {isIn(snapshot, 'sent', 'failed') && unknown > 0 && (
        <>
          <StepButton command="campaigns.ask" title="Check delivery" icon="refresh" isFirst />
          <StepButton command="campaigns.resend" isPlain title={`Resend to ${formatRecipients(unknown)}`} />
        </>
      )}
      {isIn(snapshot, 'sent', 'failed', 'canceled') && <StepButton command="campaigns.duplicate" isPlain title="Duplicate" icon="layers" />}
    </div>
  );
}
