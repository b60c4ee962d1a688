/** Exports as commands reach them, and the notice that a file is there. */

import type { ExportServices } from '#commands/exports/types.ts';
import { type CallQuery, formatCallQuery } from '#contract/text/callQuery.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { toBulkChoice } from '../../panes/bulk.ts';
import { download } from './live.ts';

/** Commands that make files; `getShownQuery` returns the search whose calls they export. */
export function createExportServices(app: App, getShownQuery: () => Promise<CallQuery>): ExportServices {
  const createItemInput = () => ({ async: true, tz: app.get().company?.timezone ?? 'UTC', key: crypto.randomUUID() });
  const createCallInput = async () => ({ ...createItemInput(), query: formatCallQuery(await getShownQuery()) });
  const toResult = async (made: Promise<{ readonly message: string }>) => ({ message: (await made).message });
  return {
    calls: async (columns, format) => {
      const companyId = getCompanyId(app);
      return toResult(app.api.call('exports.calls', { companyId, body: { ...(await createCallInput()), columns: [...columns], format } }));
    },
    voicemails: async (columns, format) => {
      const companyId = getCompanyId(app);
      return toResult(app.api.call('exports.voicemails', { companyId, body: { ...(await createCallInput()), columns: [...columns], format } }));
    },
    messages: (columns, format) =>
      toResult(app.api.call('exports.messages', { companyId: getCompanyId(app), body: { ...createItemInput(), columns: [...columns], format } })),
    faxes: (columns, format) =>
      toResult(app.api.call('exports.faxes', { companyId: getCompanyId(app), body: { ...createItemInput(), columns: [...columns], format } })),
    contacts: async (on, columns, format) => {
      const companyId = getCompanyId(app);
      const body = {
        key: crypto.randomUUID(),
        ...toBulkChoice(on, (contacts) => ({ contacts })),
        tz: app.get().company?.timezone ?? 'UTC',
        columns: [...columns],
        format,
      };
      return toResult(app.api.call('exports.contacts', { companyId, body }));
    },
    list: async (signal) => (await app.api.call('exports.list', { companyId: getCompanyId(app), ...(signal ? { signal } : {}) })).data,
    download,
  };
}
