/** The filter of the dashboard: one flow for each company. What it shows is the company's view, which the address and favorites write too. */
import { createActor } from 'xstate';
import { formatDay } from '#contract/text/time.ts';
import { machine } from '#machines/reportFilter/index.ts';
import type { App } from '../../api/app.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { reportViews } from './reportViews.ts';

/** Today in the company's zone. */
export const getToday = (app: App): string => formatDay(app.get().company?.timezone ?? 'UTC', Date.now());

function begin(app: App, companyId: number) {
  const actor = createActor(machine.provide({ actions: { show: (_, { view }) => reportViews.set(companyId, view) } }), {
    input: { view: reportViews.get(companyId), today: getToday(app) },
  });
  const stop = reportViews.subscribe(() => {
    const view = reportViews.get(companyId);
    if (view !== actor.getSnapshot().context.view) actor.send({ type: 'view.restored', view });
  });
  actor.subscribe({ complete: stop });
  return { actor };
}

/** The filter of each company. */
export const reportFlows = createFlowStore({
  name: 'report filters',
  getKey: String,
  getCompanyId: (companyId: number) => companyId,
  create: begin,
});
