/** Services of call routing as commands reach it, and its changes from the channel. */

import type { RowSelection } from '#commands/core/types.ts';
import type { RoutingServices } from '#commands/routing/types.ts';
import type { BusinessHours } from '#contract/text/hoursSchema.ts';
import { getCompanyId } from '../../api/app.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { bulkNumbers } from '../../shared/numberBatches.ts';
import { simulations } from './data.ts';
import { parseMoment } from './parseMoment.ts';

/** Commands over routings, as the app provides them. */
export function createRoutingServices(around: ServiceDeps): RoutingServices {
  const { app, workspace, handle } = around;
  const setHours = (on: RowSelection<'number'>, wanted: { readonly hours: BusinessHours } | { readonly words: string }) =>
    bulkNumbers(around, on, {
      title: 'Set hours',
      start: (companyId, given) => app.api.call('routing.setHours', { companyId, body: { ...given, ...wanted } }),
    });
  return {
    edit: (numberId) => workspace.show({ kind: 'number', id: numberId }),
    focus: (line) => handle('routing')?.focus(line),
    save: async () => (await handle('routing')?.save()) ?? { changed: false },
    addPhone: (extension, phone, userId) => handle('routing')?.addPhone(extension, phone, userId),
    changeHours: (change) => handle('routing')?.changeHours(change),
    setHours: (on, words) => setHours(on, { words }),
    copyHours: async (from, on) => {
      const { hours } = await app.api.call('routing.get', { companyId: getCompanyId(app), params: { id: from } });
      return setHours(on, { hours });
    },
    simulate: ({ numberId, from, at, keys: pressed }) => {
      const zone = app.get().company?.timezone ?? 'UTC';
      const moment = at === undefined ? undefined : parseMoment(at, zone, Date.now());
      if (moment === null) throw new Error('Enter a time like sunday 18:05 or mon 9am');
      simulations.change(app.get().companyId, { numberId, from, at: moment, keys: pressed });
      showNear(workspace, 'simulator');
    },
  };
}
