/** View of each company's dashboard. */
import { initialReportView, type ReportView } from '#contract/text/reportSentence.ts';
import type { App } from '../../api/app.ts';
import { createViews } from '../../panes/listViewStore.ts';

export const reportViews = createViews<ReportView>('dashboard', initialReportView);

/** Clears the filter of a company that is left (RULE-002), for as long as the app lives. */
export function followCompany(app: App): void {
  let open = app.get().companyId;
  app.subscribe(() => {
    const { companyId } = app.get();
    if (companyId === open) return;
    if (open !== null) reportViews.set(open, initialReportView);
    open = companyId;
  });
}
