/** Forwards as commands reach them. */
import type { ForwardServices } from '#commands/forwards/types.ts';
import { type App, getCompanyId } from '../../api/app.ts';

/** Destinations offered while one is typed. */
const offered = 20;

/** Commands over forwards, as the app provides them. */
export const createForwardServices = (app: App): ForwardServices => ({
  find: async (words, signal) => {
    const q = words.trim();
    const { data } = await app.api.call('forwards.list', { companyId: getCompanyId(app), query: { per_page: offered, ...(q === '' ? {} : { q }) }, signal });
    return data;
  },
});
