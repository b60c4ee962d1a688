/** Filters of the activity list (spec 1.7). */
import type { Activity } from '#contract/activity/entities.ts';
import type { activityFilters } from '#contract/activity/enums.ts';

export type ActivityType = (typeof activityFilters)[number];

/** Narrows the list; an empty `types` means all of them. Dates are days of the company's zone, such as 2026-03-05. */
export interface ActivityFilter {
  readonly types?: readonly ActivityType[] | undefined;
  readonly numberIds?: readonly number[] | undefined;
  readonly q?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface ActivityServices {
  /** Changes what the list shows and opens it; undefined takes a criterion away. */
  filter(changes: ActivityFilter): void;
  /** Switches one type on or off. */
  toggle(type: ActivityType): void;
  /** Only the last days, today among them; null: from the beginning. */
  since(days: number | null): void;
}

/** Types the area adds to those shared by all commands. */
export interface ActivityTypes {
  readonly rows: { readonly activity: Activity };
  readonly scopes: 'activity';
  readonly panes: 'activity';
  readonly services: { readonly activity: ActivityServices };
}
