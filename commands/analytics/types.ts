/** Dashboard, reports and favorites: what their commands need of the app. */
import type { exportFormats } from '#contract/exports/enums.ts';
import type { ReportMail } from '#contract/reportMails/entities.ts';
import type { MailPace } from '#contract/reportMails/enums.ts';
import type { CallQuery } from '#contract/text/callQuery.ts';
import type { ReportView } from '#contract/text/reportSentence.ts';
import type { UserEvent as ReportFilterEvent } from '#machines/reportFilter/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** A favorite report as the app reads it: its name, its sentence, and the digit that opens it. */
export interface Favorite {
  readonly id: number;
  readonly name: string;
  readonly sentence: string;
  readonly place: number | null;
}

/** Directions in which the cursor of a chart moves: from point to point, and from chart to chart. */
type ChartMove = 'nextPoint' | 'previousPoint' | 'nextChart' | 'previousChart';

export interface ReportServices {
  /** Opens the dashboard and changes what it shows. Rejects with why it can't be shown. */
  change(event: ReportFilterEvent): Promise<void>;
  /** The report shown now. */
  shown(): Promise<ReportView>;
  /** Moves the cursor of the charts and speaks the point it is on. */
  move(to: ChartMove): void;
  /** Opens the report of the chart that has the cursor, alone. */
  openChart(): void;
  /** Opens the calls of the point that has the cursor, in the list of calls. */
  openCalls(): Promise<void>;
  /** Shows the chart that has the cursor as a table, or as a chart again. */
  toggleTable(): void;
  /** Has a file made of the report shown. */
  exportReport(format: (typeof exportFormats)[number]): CommandOutcomePromise;
  /** Has the report shown mailed to the user. */
  mailReport(pace: MailPace): CommandOutcomePromise;
  stopMail(mail: ReportMail): CommandOutcomePromise;
  saveFavorite(name: string): CommandOutcomePromise;
  openFavorite(favorite: Favorite): Promise<void>;
  renameFavorite(favorite: Favorite, name: string): CommandOutcomePromise;
  /** Puts the report shown now in the place of a favorite. */
  overwriteFavorite(favorite: Favorite): CommandOutcomePromise;
  removeFavorite(favorite: Favorite): CommandOutcomePromise;
  /** Gives a favorite a digit; null takes its own away. */
  setFavoriteKey(favorite: Favorite, place: number | null): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface AnalyticsTypes {
  readonly scopes: 'dashboard';
  readonly panes: 'dashboard';
  readonly services: { readonly reports: ReportServices };
  readonly flows: { readonly reportFilter: ReportFilterEvent };
  readonly handles: {
    readonly charts: Pick<ReportServices, 'move' | 'openChart' | 'toggleTable'> & {
      /** The search of the point that has the cursor, and the company whose calls it finds where it is another one. Throws where there is none. */
      getTarget(): { readonly query: CallQuery; readonly companySlug?: string | undefined };
    };
  };
  readonly context: { readonly favorites: readonly Favorite[]; readonly reportMails: readonly ReportMail[] };
}
