/** Review and send: what sending does, which adds up to the group; each line shows its people, and the text each of them gets. */

import type { CampaignReview } from '#contract/campaigns/entities.ts';
import { type ReviewLine, reviewLineLabel } from '#contract/campaigns/enums.ts';
import { mergeFields } from '#contract/campaigns/message.ts';
import { formatDollars } from '#contract/core/money.ts';
import { smsStatusLabel } from '#contract/smsVerification/enums.ts';
import { countReached } from '#machines/campaign/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { usePagedList } from '../../panes/index.ts';
import { PagedListPane } from '../../panes/PagedListPane.tsx';
import { useNumbers } from '../../shared/numbers.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import { useStore } from '../../store/store.ts';
import type { FilterChip } from '../../table/index.ts';
import { formatFutureTime } from '../../ui/futureTime.ts';
import { EmptyState, formatClockTime, formatNumberName, Icon, LoadingLine, useTimeZone } from '../../ui/index.ts';
import css from './Campaign.module.css';
import { reviewColumns, reviewDrops } from './campaignColumns.tsx';
import { allPeople, createReviewRowsQuery, type PeopleView } from './data.ts';
import type { CampaignProps } from './props.ts';
import { formatRecipients, formatRoughDuration, samplePercent } from './texts.ts';

const createChips = ({ lines }: CampaignReview, { line }: PeopleView): FilterChip[] =>
  lines
    .filter(({ kind, count }) => count > 0 || kind === line)
    .map(({ kind, count }) => ({
      ...(line === kind ? { id: 'list.clearFilter' } : { id: 'campaigns.showLine', args: { line: kind satisfies ReviewLine } }),
      label: `${reviewLineLabel[kind]} ${count.toLocaleString('en-US')}`,
      active: line === kind,
    }));

/** Columns where no recipient waits: without send time. */
const promptColumns = reviewColumns.filter(({ id }) => id !== 'sendsAt');

const nothing: CampaignReview = {
  digest: '',
  version: 0,
  total: 0,
  lines: [],
  hours: [],
  segments: { min: 0, max: 0, total: 0 },
  cost: { min: 0, max: 0 },
  longest: null,
  empty: [],
  numberFault: null,
  registration: 'approved',
  link: null,
  seconds: 0,
};

export function CampaignReviewSheet({ paneId, isFocused, companyId, entry, snapshot, state, told }: CampaignProps) {
  const app = useApp();
  const commands = useCommands();
  const view = useStore(entry.view);
  const { context } = snapshot;
  const review = context.review ?? nothing;
  const { query, rows, total } = usePagedList(companyId, createReviewRowsQuery(app, companyId, context.id ?? 0, review.digest, view));
  return (
    <PagedListPane
      paneId={paneId}
      isFocused={isFocused}
      kind="campaignRecipient"
      scope="campaignReview"
      title="Review and send"
      detail={context.draft.title}
      columns={review.lines.some(({ kind, count }) => kind === 'later' && count > 0) ? reviewColumns : promptColumns}
      drops={reviewDrops}
      rows={rows}
      total={total}
      query={query}
      getRowId={(row) => row.id}
      search={{ label: 'Search recipients', placeholder: 'Name or phone', q: view.q, onChange: (q) => entry.view.set({ ...view, q }) }}
      chips={createChips(review, view)}
      summary={`${formatRecipients(review.total)} in the group`}
      filterKey={JSON.stringify([review.digest, view.line, view.q])}
      clearedKey={JSON.stringify([review.digest, allPeople.line, allPeople.q])}
      onClearFilter={() => entry.view.set(allPeople)}
      above={<Sheet companyId={companyId} snapshot={snapshot} state={state} />}
      rowTone={(row) => (row.line === 'now' || row.line === 'later' ? 'plain' : 'dim')}
      onOpen={(row) => commands.run('go.contact', { contact: String(row.contact.id) })}
      isNews={() => false}
      more={{
        ...told,
        handles: {
          ...told.handles,
          back: () => {
            if (!isIn(entry.actor.getSnapshot(), 'reviewing.ready', 'reviewing.counting')) return false;
            entry.actor.send({ type: 'review.closed' });
            return true;
          },
        },
      }}
      empty={
        <EmptyState icon="filter" action={{ title: 'Show all recipients', onAct: () => commands.run('list.clearFilter') }}>
          No recipient matches this filter.
        </EmptyState>
      }
    />
  );
}

/** 'First Name' of '%%firstname%%'. */
const formatField = (token: string) => Object.values(mergeFields).find((field) => field.token === token)?.label ?? token;

const formatRange = (min: number, max: number, format: (value: number) => string) => (min === max ? format(min) : `${format(min)} to ${format(max)}`);

/** Consequence of a registration that is missing or not approved; null where it is. */
const formatRegistrationWarning = (status: CampaignReview['registration']): string | null => {
  if (status === 'approved') return null;
  const standing =
    status === null ? 'This number isn’t registered for texting' : `This number’s texting registration is ${smsStatusLabel[status].toLowerCase()}`;
  return `${standing}: carriers may block its texts`;
};

/** Warnings before sending, in words. */
function listWarnings({ empty, numberFault, registration, link, longest }: CampaignReview): string[] {
  const offenders = longest?.offenders ?? [];
  return [
    numberFault,
    numberFault === null ? formatRegistrationWarning(registration) : null,
    link === null ? null : `The text has a link: ${link}`,
    ...empty.map(({ token, count, fallback }) =>
      fallback === ''
        ? `${formatRecipients(count)} without a value for ${formatField(token)}: left blank`
        : `${formatRecipients(count)} without a value for ${formatField(token)}: “${fallback}” is used`,
    ),
    offenders.length === 0 ? null : `${offenders.slice(0, 5).join(' ')} ${offenders.length === 1 ? 'makes' : 'make'} the texts take more segments`,
  ].filter((warning) => warning !== null);
}

function Sheet({ companyId, snapshot, state }: Pick<CampaignProps, 'companyId' | 'snapshot' | 'state'>) {
  const zone = useTimeZone();
  const mayWrite = useMay('campaigns.send');
  const numbers = useNumbers(companyId);
  const { draft, error } = snapshot.context;
  const review = snapshot.context.review ?? nothing;
  const reached = countReached(snapshot.context.review);
  const number = numbers.find(({ id }) => id === draft.numberId);
  const isArming = isIn(snapshot, 'arming');
  const isUnsure = isIn(snapshot, 'unsure');
  const skipped = review.total - reached;
  return (
    <div className={css.sheet} data-flow="campaign" data-state={state}>
      <div className={css.line}>
        <LoadingLine active={isIn(snapshot, 'reviewing.counting', 'arming')} label="Counting" />
      </div>
      <h3 aria-live="polite">
        {skipped === 0 ? `Send to ${formatRecipients(reached)}` : `Send to ${reached.toLocaleString('en-US')} of ${formatRecipients(review.total)}`}
      </h3>
      <dl className={css.facts}>
        <div>
          <dt>From</dt>
          <dd>{number ? formatNumberName(number) : '–'}</dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>{draft.deliverAt === null ? 'As soon as you send it' : formatFutureTime(draft.deliverAt, Date.now(), zone)}</dd>
        </div>
        <div>
          <dt>Segments</dt>
          <dd>{`${formatRange(review.segments.min, review.segments.max, String)} each · ${review.segments.total.toLocaleString('en-US')} in all`}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>{formatRange(review.cost.min, review.cost.max, formatDollars)}</dd>
        </div>
        <div>
          <dt>Sending time</dt>
          <dd>{formatRoughDuration(review.seconds)}</dd>
        </div>
      </dl>
      <Hours review={review} />
      {listWarnings(review).map((warning) => (
        <p key={warning} className={css.warning} role="status">
          <Icon name="info" tone="amber" /> {warning}
        </p>
      ))}
      {error && (
        <p role="alert" className={css.wrong}>
          {error.message}
        </p>
      )}
      {isUnsure ? (
        <div className={css.actions}>
          <StepButton command="campaigns.reload" title="Check whether it was sent" isFirst takesFocus="unsure" />
        </div>
      ) : (
        <div className={css.actions}>
          {mayWrite && <StepButton command="campaigns.arm" title={`Send to ${formatRecipients(reached)}`} isFirst busy={isArming} />}
          {mayWrite && reached > 1 && <StepButton command="campaigns.armSample" isPlain title={`Send to ${samplePercent}% first`} busy={isArming} />}
          <StepButton command="campaigns.closeReview" title="Back to editor" />
          {!mayWrite && <span className={css.quiet}>Owners and administrators can send campaigns.</span>}
        </div>
      )}
    </div>
  );
}

/** Texts by the hour, where some wait: those of one hour need no picture. */
function Hours({ review: { hours } }: { readonly review: CampaignReview }) {
  const zone = useTimeZone();
  if (hours.length < 2) return null;
  const most = Math.max(...hours.map(({ count }) => count));
  return (
    <ul className={css.hours} aria-label="Texts by hour">
      {hours.map(({ at, count }) => (
        <li key={at}>
          <span className={css.hourCount}>{count.toLocaleString('en-US')}</span>
          <span className={css.hourBar} style={{ height: `${Math.max(2, Math.round((count / most) * 28))}px` }} aria-hidden />
          <span className={css.hourTime}>{formatClockTime(at, zone)}</span>
        </li>
      ))}
    </ul>
  );
}
