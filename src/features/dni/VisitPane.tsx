/** One visit: where it came from, the pages it saw, the number it was shown, its calls. */
import { useQuery } from '@tanstack/react-query';
import type { DniActivity, TimelineEvent } from '#contract/dni/entities.ts';
import { deviceTypeLabel } from '#contract/dni/enums.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import {
  EmptyState,
  ErrorState,
  formatAbsoluteTime,
  Icon,
  type IconName,
  LoadingLine,
  PhoneText,
  RelativeTime,
  SkeletonRows,
  useTimeZone,
} from '../../ui/index.ts';
import css from './Dni.module.css';
import { createVisitQuery } from './data.ts';

export function VisitPane({ paneId, params }: PaneProps) {
  const companyId = useCompanyId();
  const id = Number(params.id);
  if (companyId === null || !Number.isSafeInteger(id) || id <= 0)
    return (
      <>
        <PaneHeader title="Visitor session" />
        {companyId !== null && <EmptyState icon="clock">Select a visitor to see the session.</EmptyState>}
      </>
    );
  return <OneVisit key={`${companyId}/${id}`} paneId={paneId} companyId={companyId} id={id} />;
}

function OneVisit({ paneId, companyId, id }: { readonly paneId: string; readonly companyId: number; readonly id: number }) {
  const app = useApp();
  const query = useQuery(createVisitQuery(app, companyId, id));
  const visit = query.data;
  useRegisterPane(paneId, () => ({
    scopes: ['visit'],
    subject: visit ? visit.activity.source : null,
  }));
  return (
    <>
      <PaneHeader title="Visitor session" />
      <PaneBody>
        <LoadingLine active={query.isFetching} />
        {visit && <Card activity={visit.activity} events={visit.data} />}
        {!visit && query.isPending && <SkeletonRows rows={8} />}
        {!visit && query.isError && (
          <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>
            {toPlainError(query.error).status === 404 ? 'Visitor session not found, or you don’t have access.' : toPlainError(query.error).message}
          </ErrorState>
        )}
      </PaneBody>
    </>
  );
}

const marks: Readonly<Record<TimelineEvent['type'], { readonly icon: IconName; readonly label: string }>> = {
  visit: { icon: 'log-in', label: 'Came from' },
  page: { icon: 'file', label: 'Page' },
  number: { icon: 'hash', label: 'Number shown' },
  call: { icon: 'phone-incoming', label: 'Call' },
};

function Card({ activity, events }: { readonly activity: DniActivity; readonly events: readonly TimelineEvent[] }) {
  const zone = useTimeZone();
  return (
    <div className={sheet.card} data-pane-focus tabIndex={0} role="group" aria-label={`Visitor session from ${activity.source}`}>
      <div className={sheet.block}>
        <h3 className={sheet.name}>{[activity.source, activity.sourceDetail].filter((part) => part !== null).join(': ')}</h3>
        <p className={css.quiet}>
          {activity.isOnline ? 'On the website now' : 'Last seen '}
          {!activity.isOnline && <RelativeTime at={activity.lastSeenAt} />}
        </p>
      </div>
      <dl className={`${sheet.block} ${sheet.rows}`}>
        <CardRow label="First source">{activity.isFirstVisit ? `${activity.firstSource} (first visit)` : activity.firstSource}</CardRow>
        <CardRow label="Campaign">{activity.campaign}</CardRow>
        <CardRow label="Medium">{activity.medium}</CardRow>
        <CardRow label="Keyword">{activity.term}</CardRow>
        <CardRow label="Referrer">{activity.referrer}</CardRow>
        <CardRow label="Landing page">{activity.landingPage}</CardRow>
        <CardRow label="Device">{deviceTypeLabel[activity.deviceType]}</CardRow>
        <CardRow label="Pool">{activity.poolName}</CardRow>
        <CardRow label="Number">{activity.number && <PhoneText number={activity.number.number} />}</CardRow>
      </dl>
      <div className={sheet.block}>
        <h3 className={sheet.heading}>Timeline</h3>
        <ol className={css.timeline}>
          {events.map((event, index) => (
            <li key={index} data-type={event.type}>
              <Icon name={marks[event.type].icon} size={14} tone={event.type === 'call' ? 'green' : 'muted'} label={marks[event.type].label} />
              <span>
                {event.title}
                {event.detail !== null && event.detail !== event.title && <span className={css.quiet}> {event.detail}</span>}
              </span>
              <time dateTime={event.at} title={formatAbsoluteTime(event.at, zone)}>
                <RelativeTime at={event.at} />
              </time>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
