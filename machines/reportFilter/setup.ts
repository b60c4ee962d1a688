/** The named parts of the filter of reports: its guards and actions. It has no actors: what it shows is fetched by the panes. */
import { assign, setup } from 'xstate';
import { countDays, maxHourlyDays, maxRangeDays, type StepUnit, stepRange } from '#contract/text/dateRange.ts';
import { initialReportView, type ReportRange, type ReportView, resolveCompared, resolveRange, setAcrossCompanies } from '#contract/text/reportSentence.ts';
import { createCheck } from '../reasons.ts';
import type { InternalEvent, ReportFilterContext, ReportFilterInput, UserEvent } from './events.ts';

const isEmpty = ({ query }: ReportView) => Object.keys(query).length === 0;

/** True where a filter asks more than numbers: other items than calls know no more. */
const asksOfCalls = ({ query }: ReportView) => Object.keys(query).some((name) => name !== 'numbers');

/** True where a filter names what belongs to one company. */
export const namesOwnThings = ({ query: { numbers, tags, pool } }: Pick<ReportView, 'query'>): boolean =>
  numbers !== undefined || tags !== undefined || pool !== undefined;

/** There is a filter. */
export const clearCheck = createCheck<ReportFilterContext>([[({ view }) => isEmpty(view), 'No filter to clear']]);

const stepUnits: Readonly<Partial<Record<string, StepUnit>>> = { thisMonth: 'months', lastMonth: 'months', thisYear: 'years', lastYear: 'years' };

/** The range before or after: a preset by what it is called, even where its days happen to be a month's. */
const step = (range: ReportRange, by: 1 | -1, today: string) =>
  stepRange(resolveRange(range, today), by, today, 'preset' in range ? (stepUnits[range.preset] ?? 'days') : undefined);

/** Days that one can step to. */
const findStepReason = ({ view, today }: ReportFilterContext, by: 1 | -1): string | null => {
  const range = resolveRange(view.range, today);
  if (by === 1 && range.end >= today) return 'Already at the newest period';
  return by === -1 && step(view.range, -1, today).start < '1901' ? 'Already at the oldest period' : null;
};

const sentences = {
  days: `Choose ${maxRangeDays} days or fewer`,
  daysBefore: `Compare with ${maxRangeDays} days or fewer`,
  hourlyDays: `Choose ${maxHourlyDays} days or fewer first`,
  hourlyDaysBefore: `Compare with ${maxHourlyDays} days or fewer first`,
  filter: 'Clear the filter over calls first',
  nothingBefore: 'Compare with another period first',
  companies: 'Clear the filter to compare companies',
  ownThings: 'Remove numbers, tags and pools from the filter first: they belong to one company',
  everyCompany: 'This report shows each company already',
};
/** Everything that is said of views that can't be shown. */
export const viewSentences: readonly string[] = Object.values(sentences);

/** Why a view can't be shown, one of `viewSentences`; null where it can. */
function findViewReason(view: ReportView, today: string): string | null {
  const range = resolveRange(view.range, today);
  const days = countDays(range);
  const compared = resolveCompared(view.comparison, range);
  const daysBefore = compared === null ? 0 : countDays(compared);
  if (days > maxRangeDays) return sentences.days;
  if (daysBefore > maxRangeDays) return sentences.daysBefore;
  if (view.report === 'changes' && compared === null) return sentences.nothingBefore;
  if (view.report === 'byCompany' && !isEmpty(view)) return sentences.companies;
  if (view.isAcrossCompanies && namesOwnThings(view)) return sentences.ownThings;
  if (view.report !== 'overTime') return null;
  if (view.groupBy === 'hour' && days > maxHourlyDays) return sentences.hourlyDays;
  if (view.groupBy === 'hour' && daysBefore > maxHourlyDays) return sentences.hourlyDaysBefore;
  return view.type !== 'calls' && asksOfCalls(view) ? sentences.filter : null;
}

/** The view that an event asks for. */
function applyEvent({ view, today }: ReportFilterContext, event: UserEvent): ReportView {
  switch (event.type) {
    case 'report.chosen':
      return setAcrossCompanies(
        {
          ...view,
          report: event.report,
          type: 'calls',
          groupBy: 'day',
          // A change is one from something.
          ...(event.report === 'changes' && view.comparison === null ? { comparison: initialReportView.comparison } : {}),
        },
        view.isAcrossCompanies === true,
      );
    case 'sentence.read':
      return event.view;
    case 'type.chosen':
      return { ...view, report: 'overTime', type: event.itemType };
    case 'group.chosen':
      return { ...view, report: 'overTime', groupBy: event.groupBy };
    case 'range.chosen':
      return { ...view, range: event.range };
    case 'comparison.chosen':
      return { ...view, comparison: event.comparison };
    case 'filter.changed':
      return { ...view, query: event.query };
    case 'filter.cleared':
      return { ...view, query: {} };
    case 'companies.chosen':
      return setAcrossCompanies(view, event.companies === 'all');
    case 'period.stepped':
      return { ...view, range: { days: step(view.range, event.by, today) } };
  }
}

/** Why an event is refused in a context; null where it is accepted. */
export function findReason(context: ReportFilterContext, event: UserEvent): string | null {
  if (event.type === 'filter.cleared') return clearCheck.find(context);
  if (event.type === 'companies.chosen' && event.companies === 'all' && context.view.report === 'byCompany') return sentences.everyCompany;
  const step = event.type === 'period.stepped' ? findStepReason(context, event.by) : null;
  return step ?? findViewReason(applyEvent(context, event), context.today);
}

/** The setup of the filter machine. */
export const filterSetup = setup({
  types: { context: {} as ReportFilterContext, events: {} as UserEvent | InternalEvent, input: {} as ReportFilterInput },
  guards: {
    isAccepted: ({ context }, params: { event: UserEvent }) => findReason(context, params.event) === null,
    isFixed: ({ context }, params: { event: UserEvent }) => findReason(context, params.event) === null && 'days' in applyEvent(context, params.event).range,
    isFixedView: (_, params: { view: ReportView }) => 'days' in params.view.range,
  },
  actions: {
    apply: assign(({ context }, params: { event: UserEvent }) => ({ view: applyEvent(context, params.event) })),
    restore: assign((_, params: { view: ReportView }) => ({ view: params.view })),
    reset: assign({ view: initialReportView }),
    beginDay: assign((_, params: { today: string }) => ({ today: params.today })),
    /** Provided by the caller: what is shown changes. */
    show: (_, _params: { view: ReportView }) => {},
  },
});
