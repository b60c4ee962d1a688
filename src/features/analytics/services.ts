/** Dashboard, reports and favorites as commands reach them. */
import type { QueryKey } from '@tanstack/react-query';
import type { Favorite, ReportServices } from '#commands/analytics/types.ts';
import { digits } from '#commands/savedViews/viewKeys.ts';
import { favoriteMessages } from '#contract/favoriteReports/texts.ts';
import type { ReportMail } from '#contract/reportMails/entities.ts';
import { type MailPace, mailHour, mailPacePhrase } from '#contract/reportMails/enums.ts';
import { findMissingName, formatCallQuery } from '#contract/text/callQuery.ts';
import { formatHour } from '#contract/text/reportChart.ts';
import { isChartReport, reportPairs, toFilterParams } from '#contract/text/reportRequest.ts';
import { formatReportSentence, parseReportSentence, resolveRange } from '#contract/text/reportSentence.ts';
import { getReason } from '#machines/reportFilter/index.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { getCallContext } from '../../shared/callContext.ts';
import { assertAccepted } from '../../store/flowEvents.ts';
import { createFavoritesQuery, formatFavorite } from './favorites.ts';
import { createMailsQuery } from './mails.ts';
import { getToday, reportFlows } from './reportFlow.ts';
import { reportViews } from './reportViews.ts';

/** Runs a call that changes a list, and reads the list again. */
const createChange =
  (app: App, list: (app: App, companyId: number) => { readonly queryKey: QueryKey }) =>
  async <T>(run: (companyId: number) => Promise<T>): Promise<T> => {
    const companyId = getCompanyId(app);
    const done = await run(companyId);
    await app.queries.invalidateQueries({ queryKey: list(app, companyId).queryKey });
    return done;
  };

function createFavoriteServices({ app }: ServiceDeps, open: ReportServices['change']) {
  const change = createChange(app, createFavoritesQuery);
  const create = (favorite: Omit<Favorite, 'id'>) =>
    change((companyId) => app.api.call('favoriteReports.create', { companyId, body: { value: formatFavorite(favorite) } }));
  const update = (id: number, favorite: Omit<Favorite, 'id'>) =>
    change((companyId) => app.api.call('favoriteReports.update', { companyId, params: { id }, body: { value: formatFavorite(favorite) } }));
  const remove = (id: number) => change((companyId) => app.api.call('favoriteReports.delete', { companyId, params: { id } }));
  /** A change of a favorite, which its former value undoes. */
  const replace = async (before: Favorite, after: Omit<Favorite, 'id'>, title: string) => {
    await update(before.id, after);
    return { message: favoriteMessages.updated, undo: { title, run: async () => void (await update(before.id, before)) } };
  };
  const getSentence = () => formatReportSentence(reportViews.get(getCompanyId(app)));
  /** The first digit that opens nothing yet. */
  const findFreeKey = async (): Promise<number | null> => {
    const companyId = getCompanyId(app);
    const [favorites, views] = await Promise.all([
      app.queries.fetchQuery(createFavoritesQuery(app, companyId)),
      app.api.call('savedViews.list', { companyId }).then(({ data }) => data),
    ]);
    const taken = new Set([...favorites, ...views].map(({ place }) => place));
    return digits.find((digit) => !taken.has(digit)) ?? null;
  };
  return {
    saveFavorite: async (name: string) => {
      const { id } = await create({ name, sentence: getSentence(), place: await findFreeKey() });
      return { message: favoriteMessages.added, undo: { title: 'Save report as favorite', run: async () => void (await remove(id)) } };
    },
    openFavorite: async ({ name, sentence }: Favorite) => {
      const read = parseReportSentence(sentence, getCallContext(app, getCompanyId(app)));
      if (!read.ok) throw new Error(`“${name}” can’t be opened: ${read.message}`);
      await open({ type: 'sentence.read', view: read.value });
    },
    renameFavorite: (favorite: Favorite, name: string) => replace(favorite, { ...favorite, name }, 'Rename favorite report'),
    overwriteFavorite: (favorite: Favorite) => replace(favorite, { ...favorite, sentence: getSentence() }, 'Overwrite favorite report'),
    setFavoriteKey: (favorite: Favorite, place: number | null) => replace(favorite, { ...favorite, place }, 'Set favorite report key'),
    removeFavorite: async (favorite: Favorite) => {
      await remove(favorite.id);
      return { message: favoriteMessages.removed, undo: { title: 'Remove favorite report', run: async () => void (await create(favorite)) } };
    },
  };
}

function createMailServices({ app }: ServiceDeps) {
  const change = createChange(app, createMailsQuery);
  const create = ({ sentence, pace }: Pick<ReportMail, 'sentence' | 'pace'>) =>
    change((companyId) => app.api.call('reportMails.create', { companyId, body: { sentence, pace } }));
  const remove = (id: number) => change((companyId) => app.api.call('reportMails.delete', { companyId, params: { id } }));
  return {
    mailReport: async (pace: MailPace) => {
      const companyId = getCompanyId(app);
      const sentence = formatReportSentence(reportViews.get(companyId));
      const before = (await app.queries.ensureQueryData(createMailsQuery(app, companyId))).find((mail) => mail.sentence === sentence);
      const { id } = await create({ sentence, pace });
      return {
        message: `Report mailed to you ${mailPacePhrase[pace]}, ${formatHour(mailHour)}`,
        undo: { title: 'Mail report', run: async () => void (await (before ? create(before) : remove(id))) },
      };
    },
    stopMail: async (mail: ReportMail) => {
      await remove(mail.id);
      return { message: 'Report no longer mailed to you', undo: { title: 'Stop mailing report', run: async () => void (await create(mail)) } };
    },
  };
}

/** Commands over the dashboard, as the app provides them. */
export function createReportServices(deps: ServiceDeps): ReportServices {
  const { app, workspace, handle, services } = deps;
  const change: ReportServices['change'] = async (event) => {
    const { actor } = reportFlows.get(app, getCompanyId(app));
    actor.send({ type: 'day.began', today: getToday(app) });
    assertAccepted(actor, getReason, event);
    workspace.open('dashboard');
    actor.send(event);
  };
  return {
    change,
    shown: async () => reportViews.get(app.get().companyId),
    move: (to) => handle('charts')?.move(to),
    openChart: () => handle('charts')?.openChart(),
    openCalls: async () => {
      const target = handle('charts')?.getTarget();
      if (target === undefined) return;
      const { query, companySlug = app.get().company?.slug } = target;
      if (companySlug !== app.get().company?.slug) return services().navigate(`/${companySlug}/calls?q=${encodeURIComponent(formatCallQuery(query))}`);
      await services().calls.search(query);
      workspace.comeFrom('dashboard');
    },
    toggleTable: () => handle('charts')?.toggleTable(),
    exportReport: async (format) => {
      const companyId = getCompanyId(app);
      const view = reportViews.get(companyId);
      if (view.type !== 'calls') throw new Error('Only reports of calls can be exported');
      if (view.report === 'changes') throw new Error('What changed can’t be exported. Show one of its reports first.');
      if (view.report === 'byCompany') throw new Error('Calls by company can’t be exported. Show the report of one company first.');
      if (view.isAcrossCompanies) throw new Error('A report across companies can’t be exported. Choose one company first.');
      const range = resolveRange(view.range, getToday(app));
      const pair = reportPairs[isChartReport(view.report) ? view.report : 'calls'];
      const context = getCallContext(app, companyId);
      const missing = findMissingName(view.query, context);
      if (missing !== null) throw new Error(missing);
      const filter = toFilterParams(view.query, context, app.get().company?.timezone ?? 'UTC');
      const { message = '' } = await app.api.call('analytics.calls', {
        companyId,
        query: { ...filter, ...pair, startDate: range.start, endDate: range.end, format, async: true },
      });
      return { message };
    },
    ...createFavoriteServices(deps, change),
    ...createMailServices(deps),
  };
}
