/** Exports as commands reach them, and the notice that a file is there. */

import type { ExportServices } from '#commands/exports/types.ts';
import { type CallQuery, formatCallQuery } from '#contract/text/callQuery.ts';
import { type App, companyOf } from '../../api/app.ts';
import { download } from './live.ts';

/** Commands that make files; `shown` is the search whose calls they hold. */
export function createExportServices(app: App, shown: () => Promise<CallQuery>): ExportServices {
  const asked = async () => ({ async: true, tz: app.get().company?.timezone ?? 'UTC', query: formatCallQuery(await shown()), key: crypto.randomUUID() });
  const told = async (made: Promise<{ readonly message: string }>) => ({ message: (await made).message });
  return {
    calls: async (columns, format) => {
      const companyId = companyOf(app);
      return told(app.api.call('exports.calls', { companyId, body: { ...(await asked()), columns: [...columns], format } }));
    },
    voicemails: async (columns, format) => {
      const companyId = companyOf(app);
      return told(app.api.call('exports.voicemails', { companyId, body: { ...(await asked()), columns: [...columns], format } }));
    },
    list: async (signal) => (await app.api.call('exports.list', { companyId: companyOf(app), ...(signal ? { signal } : {}) })).data,
    download,
  };
}
