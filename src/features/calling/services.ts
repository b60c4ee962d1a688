/** Calls that go on as commands reach them, and what arrives of them. */

import type { CallingServices } from '#commands/calling/types.ts';
import type { RouteBodyInput } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';

/** Commands over calls that go on, as the app provides them. */
export function createCallingServices({ app }: ServiceDeps): CallingServices {
  return {
    note: async (callId, body) => {
      const note = await app.api.call('notes.create', { companyId: getCompanyId(app), body: { modelType: 'call', modelId: callId, body } });
      return {
        message: 'Note added',
        undo: {
          title: 'Write a note',
          run: async () => void (await app.api.call('notes.delete', { companyId: getCompanyId(app), params: { id: note.id } })),
        },
      };
    },
    saveLimits: async (changes) => {
      const companyId = getCompanyId(app);
      const before = await app.api.call('calling.limits', { companyId });
      const save = (body: RouteBodyInput<typeof routes.calling.saveLimits>) => app.api.call('calling.saveLimits', { companyId, body });
      await save({ ...changes, countries: changes.countries && [...changes.countries] });
      const { countries, dialsPerMinute, centsPerDay } = before;
      return {
        message: 'Call limits updated',
        undo: { run: async () => void (await save({ countries, dialsPerMinute, centsPerDay })) },
      };
    },
  };
}
