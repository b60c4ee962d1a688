/** Events that can happen to the filter of reports. */
import { initialReportView } from '#contract/text/reportSentence.ts';
import { type InternalEvent, machine, type ReportFilterSnapshot, type UserEvent } from '#machines/reportFilter/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';

/** Today in the walks. */
export const today = '2026-03-20';
const days = { start: '2026-03-01', end: '2026-03-07' };

const cases = {
  'report.chosen': [{ report: 'missedCalls' }, { report: 'overview' }, { report: 'changes' }, { report: 'byCompany' }],
  'sentence.read': [{ view: { ...initialReportView, report: 'byTag', range: { days } } }],
  'type.chosen': [{ itemType: 'messages' }],
  'group.chosen': [{ groupBy: 'hour' }],
  'range.chosen': [{ range: { preset: 'today' } }, { range: { days } }],
  'comparison.chosen': [{ comparison: null }, { comparison: { days } }],
  'filter.changed': [{ query: { results: ['missed'] } }],
  'filter.cleared': [{}],
  'companies.chosen': [{ companies: 'all' }, { companies: 'own' }],
  'period.stepped': [{ by: -1 }, { by: 1 }],
  'view.restored': [{ view: initialReportView }],
  'day.began': [{ today }],
  'company.left': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'reportFilter',
  machine,
  input: { view: initialReportView, today },
  cases,
  /** Steps back go on without end: which days they lead to is one, before today or not. */
  sameState: ({ context: { view } }: Pick<ReportFilterSnapshot, 'context'>) => [
    view.report,
    view.type,
    view.groupBy,
    'preset' in view.range ? view.range.preset : view.range.days.end >= today,
    view.comparison === null,
    Object.keys(view.query).length,
    view.isAcrossCompanies === true,
  ],
});
