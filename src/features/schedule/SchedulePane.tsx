/** When the company is there, and when the person is: a week each, in its zone. Changed by commands alone. */
import { useQuery } from '@tanstack/react-query';
import type { ScheduleOwner } from '#commands/schedule/types.ts';
import { weekdayLabel, weekdays } from '#contract/text/hours.ts';
import { formatScheduleDay } from '#contract/text/scheduleText.ts';
import { getZoneLabel } from '#contract/text/zones.ts';
import { useApp, useCompanyId, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { Button, EmptyState, ErrorState, LoadingLine, SkeletonRows } from '../../ui/index.ts';
import { createScheduleQuery } from './data.ts';
import css from './Schedule.module.css';

const parts = {
  mine: { title: 'My schedule', times: 'schedule.setMine', zone: 'schedule.zoneMine', act: 'Set my schedule', empty: 'You have no schedule yet.' },
  company: {
    title: 'Company schedule',
    times: 'schedule.setCompany',
    zone: 'schedule.zoneCompany',
    act: 'Set company schedule',
    empty: 'The company has no schedule yet.',
  },
} as const;

export function SchedulePane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  useRegisterPane(paneId, () => ({ scopes: ['schedule'], subject: null }));
  return (
    <>
      <PaneHeader title="Schedule" />
      {companyId !== null && (
        <PaneBody>
          <div className={css.schedules} data-pane-focus tabIndex={0} role="region" aria-label="Schedules">
            <Week key={`mine ${companyId}`} companyId={companyId} whose="mine" />
            <Week key={`company ${companyId}`} companyId={companyId} whose="company" />
            <p className={css.note}>
              The company schedule applies to numbers set to 24/7; numbers with their own hours keep them. Your phones ring only during your schedule.
            </p>
          </div>
        </PaneBody>
      )}
    </>
  );
}

function Week({ companyId, whose }: { companyId: number; whose: ScheduleOwner }) {
  const app = useApp();
  const commands = useCommands();
  const mayChangeCompany = useMay('company.update');
  const mayChange = whose === 'mine' || mayChangeCompany;
  const { title, times, zone, act, empty } = parts[whose];
  const query = useQuery(createScheduleQuery(app, companyId, whose));
  const schedule = query.data;
  const set = { title: act, keys: commands.keys(times), onAct: () => commands.run(times) };
  return (
    <section className={css.week} aria-labelledby={`schedule-${whose}`} data-schedule={whose}>
      <LoadingLine active={query.isFetching && schedule !== undefined} />
      <header className={css.head}>
        <h3 id={`schedule-${whose}`}>{title}</h3>
        {schedule && <span className={css.zone}>{getZoneLabel(schedule.timezone)}</span>}
        {schedule && mayChange && (
          <span className={css.acts}>
            <Button look="quiet" keys={commands.keys(times)} onClick={() => commands.run(times)}>
              Days and times
            </Button>
            <Button look="quiet" keys={commands.keys(zone)} onClick={() => commands.run(zone)}>
              Time zone
            </Button>
          </span>
        )}
      </header>
      {!schedule && query.isPending && <SkeletonRows rows={7} />}
      {!schedule && query.error && (
        <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>{toPlainError(query.error).message}</ErrorState>
      )}
      {schedule && schedule.blocks.length === 0 && (
        <EmptyState icon="clock" {...(mayChange ? { action: set } : {})}>
          {mayChange ? empty : `${empty} Only owners and administrators can set it.`}
        </EmptyState>
      )}
      {schedule && schedule.blocks.length > 0 && (
        <dl className={css.days}>
          {weekdays.map((day) => {
            const words = formatScheduleDay(schedule.blocks, day);
            return (
              <div key={day} data-off={words === 'closed'}>
                <dt>{weekdayLabel[day]}</dt>
                <dd>{words}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
