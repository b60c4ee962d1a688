/** Places that any person of a company can go to. */
import { places } from '#commands/index.ts';

/** Kinds for support staff alone: their own tests go there. */
const ofStaff: ReadonlySet<string> = new Set(['catalogReviews']);

export const openPlaces = places.filter(({ kind }) => !ofStaff.has(kind));
