/** Fields of a change that no read tells as they were sent, and reasons that several areas give. */

/** A reason, the test that shows the effect (file: title), and the fields: call and path, whole or up to a part; `*` is any one part. */
export interface Excuse {
  readonly does: string;
  readonly shownBy: string | null;
  readonly fields: readonly string[];
}

export const empties = (...calls: readonly string[]): Excuse => ({
  does: 'empties fields, which then read null',
  shownBy: 'client/told.server.test.ts: what is emptied reads empty',
  fields: calls.map((call) => `${call}.clear`),
});

export const isVersion = (field: string): Excuse => ({
  does: 'is what was read: a change made meanwhile by somebody else is not written over',
  shownBy: 'server/routing.test.ts: somebody else changed it meanwhile: 409, nothing is written over',
  fields: [field],
});

export const isDerivedType = (field: string): Excuse => ({
  does: 'is derived from forwards and hours, but for two kinds that are kept',
  shownBy: 'server/routing.test.ts: FLOW-051: is saved tidied: empty forwards gone, no extension is 1, sorted, types derived; the list follows',
  fields: [field],
});

export const removesLogo: Excuse = {
  does: 'takes the logo away',
  shownBy: 'server/organizations.test.ts: keeps one logo in the store: the one before leaves it',
  fields: ['brand.removeLogo'],
};
