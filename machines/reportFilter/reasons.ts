/** Why the filter of reports does not accept something now. */
import { createReasonLookup, listTypes, type Reason, type Reasons } from '../reasons.ts';
import type { UserEvent } from './events.ts';
import type { ReportFilterSnapshot } from './machine.ts';
import { clearCheck, findReason, viewSentences } from './setup.ts';

type FilterReason = Reason<Pick<ReportFilterSnapshot, 'context'>, UserEvent>;

/** Sentences of a change that can't be shown; which one applies is found from the event. */
const changeReasons: readonly FilterReason[] = viewSentences.map(
  (says): FilterReason => [({ context }, event) => event !== undefined && findReason(context, event) === says, says],
);

const stepReasons: readonly FilterReason[] = ['Already at the newest period', 'Already at the oldest period'].map(
  (says): FilterReason => [({ context }, event) => event !== undefined && findReason(context, event) === says, says],
);

/** For each thing a person may do: when it is refused and what is said. */
export const reasons: Reasons<Pick<ReportFilterSnapshot, 'context'>, UserEvent> = {
  'report.chosen': changeReasons,
  'sentence.read': changeReasons,
  'type.chosen': changeReasons,
  'group.chosen': changeReasons,
  'range.chosen': changeReasons,
  'comparison.chosen': changeReasons,
  'filter.changed': changeReasons,
  'filter.cleared': clearCheck.reasons,
  'companies.chosen': changeReasons,
  'period.stepped': [...stepReasons, ...changeReasons],
};

/** Every event a person may send. */
export const userEvents = listTypes(reasons);
/** Why an event is refused now; null when it is accepted. */
export const getReason = createReasonLookup(reasons);
