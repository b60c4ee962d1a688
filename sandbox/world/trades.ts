/** Parts of each trade of company: its episodes, the labels of its numbers and its groups. */
import { salesScripts } from './dialogues/sales.ts';
import { type Episode, parseScripts } from './dialogues/script.ts';
import { tradeScripts } from './dialogues/trades.ts';
import { workshopScripts } from './dialogues/workshop.ts';

export type Trade = 'auto' | 'dental' | 'vet' | 'home' | 'law' | 'realty' | 'salon' | 'clinic' | 'travel' | 'hotel' | 'storage' | 'fitness' | 'insurance';

/** Episodes of the first company, by desk. */
export const autoEpisodes: ReadonlyMap<string, Episode[]> = Map.groupBy(parseScripts(salesScripts + workshopScripts), (episode) => episode.desk);

const byTrade = Map.groupBy(parseScripts(tradeScripts), (episode) => episode.desk);
/** Calls and courtesies that happen at any business. */
const everywhere = parseScripts(`
= any
(answered)
= any
(missed)
= any
(called)
= any
> Thank you!
= any
(missed)
< Sorry we missed your call. How can we help?
= any
(voicemail general)
`);

/** Episodes of a small company of a trade. */
export const listEpisodes = (trade: Trade): readonly Episode[] => [...(byTrade.get(trade) ?? []), ...(byTrade.get(trade) ?? []), ...everywhere];

const hasLink = ({ lines }: Episode) => lines.some((line) => 'text' in line && line.text.includes('://'));
/** Checks whether a company of a trade texts links: its links are on. */
export const sendsLinks = (trade: Trade): boolean => (trade === 'auto' ? [...autoEpisodes.values()].flat() : listEpisodes(trade)).some(hasLink);

/** Labels of a small company's numbers, most important first. */
export const numberLabels: Readonly<Record<Trade, readonly string[]>> = {
  auto: ['Main line', 'Service', 'Sales', 'Google ads', 'Fax'],
  dental: ['Front desk', 'Emergency', 'Google ads', 'Fax'],
  vet: ['Front desk', 'After hours', 'Website'],
  home: ['Dispatch', 'Estimates', 'Google ads', 'Yard signs', 'Toll-free ads landing line'],
  law: ['Reception', 'New clients', 'Fax'],
  realty: ['Office', 'Listings', 'Yard signs', 'Website'],
  salon: ['Front desk', 'Instagram'],
  clinic: ['Reception', 'Referrals', 'Fax'],
  travel: ['Bookings', 'Website', 'Groups'],
  hotel: ['Reception', 'Reservations', 'Website'],
  storage: ['Office', 'Google ads', 'Billboard'],
  fitness: ['Front desk', 'Website'],
  insurance: ['Main line', 'Claims', 'Quotes', 'Fax'],
};

/** Groups of a small company's contacts. */
export const groupNames: Readonly<Record<Trade, readonly string[]>> = {
  auto: ['Regulars', 'Newsletter'],
  dental: ['Recall due', 'Families'],
  vet: ['Puppies', 'Vaccination due'],
  home: ['Maintenance plan', 'Estimates'],
  law: ['Clients', 'Referrals'],
  realty: ['Buyers', 'Sellers', 'Tenants'],
  salon: ['Regulars', 'Bridal'],
  clinic: ['Patients', 'Referrals'],
  travel: ['Guests', 'Agents'],
  hotel: ['Guests', 'Groups'],
  storage: ['Tenants', 'Waiting list'],
  fitness: ['Members', 'Trial'],
  insurance: ['Policyholders', 'Quotes'],
};
