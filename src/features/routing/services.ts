/** How numbers ring as commands reach it, and what arrives of it. */
import type { RoutingServices } from '#commands/routing.services.ts';
import type { Outcome } from '#commands/types.ts';
import type { BusinessHours } from '#contract/hours.ts';
import { readHours } from '#contract/hoursText.ts';
import { routes } from '#contract/index.ts';
import { type App, companyOf } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { type Surroundings, showNear } from '../../panes/index.ts';
import { tellEditors } from './actor.ts';
import { simulations } from './data.ts';
import { momentOf } from './when.ts';

type Hours = readonly { readonly numberId: number; readonly hours: BusinessHours }[];
const numbersInWords = (count: number) => (count === 1 ? 'the number' : `${count.toLocaleString('en-US')} numbers`);

async function saveHours(app: App, companyId: number, hours: Hours): Promise<Hours> {
  const { before } = await app.api.call(routes.routing.saveHours, { companyId, body: { hours: hours.map((each) => ({ ...each })) } });
  await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'numbers') });
  return before;
}

async function changeHours(app: App, hours: Hours): Promise<Outcome> {
  const companyId = companyOf(app);
  const before = await saveHours(app, companyId, hours);
  const title = `Hours of ${numbersInWords(hours.length)}`;
  return { told: `${title} are set`, undo: { title, run: async () => void (await saveHours(app, companyId, before)) } };
}

/** Commands over routings, as the app provides them. */
export function createRoutingServices({ app, workspace, handle }: Surroundings): RoutingServices {
  return {
    edit: (numberId) => showNear(workspace, 'routing', { id: String(numberId) }),
    focus: (line) => handle('routing')?.focus(line),
    addPhone: (extension, phone) => handle('routing')?.addPhone(extension, phone),
    changeHours: (change) => handle('routing')?.changeHours(change),
    setHours: async (numbers, words) => {
      const { data } = await app.api.call(routes.routing.list, { companyId: companyOf(app) });
      const hours = numbers.flatMap(({ id }) => {
        const now = data.find((routing) => routing.numberId === id)?.hours;
        if (!now) return [];
        const read = readHours(words, now);
        if (!read.ok) throw new Error(read.faults[0]?.message ?? 'These are no hours');
        return [{ numberId: id, hours: read.value }];
      });
      return changeHours(app, hours);
    },
    copyHours: async (from, to) => {
      const { hours } = await app.api.call(routes.routing.get, { companyId: companyOf(app), params: { id: from } });
      return changeHours(
        app,
        to.map(({ id }) => ({ numberId: id, hours })),
      );
    },
    simulate: ({ numberId, from, at, keys: pressed }) => {
      const zone = app.get().company?.timezone ?? 'UTC';
      const moment = at === undefined ? undefined : momentOf(at, zone, Date.now());
      if (moment === null) throw new Error('Say when as sunday 18:05, or mon 9am');
      simulations.change(app.get().companyId, { numberId, from, at: moment, keys: pressed });
      showNear(workspace, 'simulator');
    },
  };
}

/** Listens for as long as the app lives. Returns how to stop. */
export function listenToRoutings(app: App): () => void {
  return app.changes.subscribe((changes) => {
    const companyId = app.get().companyId;
    if (companyId === null) return;
    for (const { kind, id, ...change } of changes) {
      if (change.companyId !== companyId) continue;
      if (kind === 'number-updated') tellEditors(companyId, 'number', id);
      if (kind === 'template-updated') tellEditors(companyId, 'template', id);
    }
  });
}
