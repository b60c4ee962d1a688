/** Events of the filter of reports, sent by a user and by the app. */
import type { DashboardGroup, DashboardType } from '#contract/analytics/enums.ts';
import type { CallQuery } from '#contract/text/callQuery.ts';
import type { ReportComparison, ReportName, ReportRange, ReportView } from '#contract/text/reportSentence.ts';

/** Events a user may send. */
export type UserEvent =
  | { type: 'report.chosen'; report: ReportName }
  | { type: 'sentence.read'; view: ReportView }
  | { type: 'type.chosen'; itemType: DashboardType }
  | { type: 'group.chosen'; groupBy: DashboardGroup }
  | { type: 'range.chosen'; range: ReportRange }
  | { type: 'comparison.chosen'; comparison: ReportComparison }
  | { type: 'filter.changed'; query: CallQuery }
  | { type: 'filter.cleared' }
  | { type: 'companies.chosen'; companies: 'own' | 'all' }
  | { type: 'period.stepped'; by: 1 | -1 };

/** The address was read; the company's day began; another company was chosen (RULE-002). */
export type InternalEvent = { type: 'view.restored'; view: ReportView } | { type: 'day.began'; today: string } | { type: 'company.left' };

/** `today`: a day of the company's zone. */
export interface ReportFilterInput {
  view: ReportView;
  today: string;
}

export interface ReportFilterContext {
  view: ReportView;
  today: string;
}
