/** Searches over all areas, as commands reach them. */
import type { LookupServices, StaffQuery } from '#commands/search/types.ts';
import type { Conversation } from '#contract/conversations/entities.ts';
import type { SearchHit } from '#contract/me/entities.ts';
import { formatRecipientName } from '#contract/text/names.ts';
import { displayPhone } from '#contract/text/phone.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { createColleaguesQuery } from '../../shared/colleagues.ts';

/** The longest text the server searches for: what is typed beyond it does not narrow any further. */
const maxQuery = 100;
const clip = (q: string): string => q.slice(0, maxQuery).trimEnd();

const toQuery = (wanted: StaffQuery) => (!('q' in wanted) ? wanted : wanted.q.trim() === '' ? {} : { q: clip(wanted.q) });

/** Somebody of a conversation, as a search finds them: the contact, else the conversation. */
const toPerson = (companyId: number, { id, contact, recipient, number }: Conversation): SearchHit => ({
  kind: contact ? 'contact' : 'conversation',
  id: contact?.id ?? id,
  companyId,
  title: formatRecipientName({ contact, recipient }),
  detail: contact?.name ? displayPhone(recipient) : number.label,
  rank: 1,
});

export function createLookupServices(app: App): LookupServices {
  return {
    search: async (q, kinds, signal, companyId) => {
      const { data } = await app.api.call('me.search', {
        query: { q: clip(q), ...(kinds.length > 0 ? { kinds: kinds.join(',') } : {}), ...(companyId === undefined ? {} : { companyId }) },
        signal,
      });
      return data;
    },
    recentPeople: async (signal) => {
      const companyId = getCompanyId(app);
      const { data } = await app.api.call('conversations.list', { companyId, query: { perPage: 20 }, signal });
      const people = data.map((conversation) => toPerson(companyId, conversation));
      return [...new Map(people.map((person) => [`${person.kind} ${person.id}`, person])).values()];
    },
    staffUsers: async (wanted, signal) => {
      const { data } = await app.api.call('auth.staffUsers', { query: toQuery(wanted), ...(signal ? { signal } : {}) });
      return data;
    },
    staffCompanies: async (wanted, signal) => {
      const { data } = await app.api.call('auth.staffCompanies', { query: toQuery(wanted), ...(signal ? { signal } : {}) });
      return data;
    },
    colleagues: () => app.queries.fetchQuery(createColleaguesQuery(app, getCompanyId(app))),
    providers: async () => {
      const { data } = await app.api.call('auth.providers', {});
      return data;
    },
    sessions: async () => {
      const { data } = await app.api.call('auth.sessions', {});
      return data;
    },
  };
}
