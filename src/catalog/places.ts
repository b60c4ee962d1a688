/** The screens of the catalog, their addresses and their keys. */

export const places = [
  { id: 'numbers', title: 'Numbers', path: '/catalog', keys: 'g n' },
  { id: 'usage', title: 'Usage', path: '/catalog/usage', keys: 'g u' },
  { id: 'invitations', title: 'Invitations', path: '/catalog/invitations', keys: 'g i' },
  { id: 'reviews', title: 'Reviews', path: '/catalog/reviews', keys: 'g r' },
  { id: 'account', title: 'Account', path: '/catalog/account', keys: 'g a' },
  { id: 'support', title: 'Support', path: '/catalog/support', keys: 'g s' },
] as const;

export type PlaceId = (typeof places)[number]['id'];

/** The screen of an address; an unknown one is the first. */
export const findPlace = (path: string) => places.find((each) => each.path === path.replace(/\/+$/, '')) ?? places[0];
