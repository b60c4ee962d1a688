/** The screens of the catalog, their addresses and their keys. */

export const places = [{ id: 'numbers', title: 'Numbers', path: '/catalog', keys: 'g n' }] as const;

export type PlaceId = (typeof places)[number]['id'];

/** The screen of an address; an unknown one is the first. */
export const findPlace = (path: string) => places.find((each) => each.path === path.replace(/\/+$/, '')) ?? places[0];
