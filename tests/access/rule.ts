/**
 * Vocabulary of the access policy: the caller, the owner of the row, the place, the answer, and the rules that areas are written in.
 * The policy of a route stands in `tests/areas/<area>.ts` as the product promises it: written by hand, not derived from the contract, so that a slip there shows here.
 *
 * Everything is seen from company A. A caller is somebody of A, somebody of B, or stands outside; a row is what the call is about:
 * - `own`: of A, on the line everybody of A works (or the caller's own, where things belong to a person)
 * - `others`: of A, on a line the person with the role user does not work (or another person's)
 * - `foreign`: of a company C nobody here belongs to, asked for in A and in C
 * - `missing`: nowhere, asked for in A and in a company that is not there
 */

import type { Role } from '#contract/core/permissions.ts';

export const columns = [
  'none',
  'A owner',
  'A administrator',
  'A billing',
  'A reporting',
  'A user',
  'B owner',
  'B administrator',
  'B billing',
  'B reporting',
  'B user',
  'organization administrator',
  'removed',
  'impersonating',
  'staff',
  'MFA pending',
  'catalog account',
] as const;

export type Column = (typeof columns)[number];

export const rows = ['own', 'others', 'foreign', 'missing'] as const;

export type Row = (typeof rows)[number];

/** `in A`: the row's id with A selected. `there`: with the company selected where the row is. */
export const places = ['in A', 'there'] as const;

export type Place = (typeof places)[number];

export type Answer = 'ok' | 400 | 401 | 403 | 404 | 409 | 410 | 422 | 502;

/** Rule of the policy: the answer to a caller, about a row, at a place; undefined: there is no such case, and none may be tried. */
export type Rule = (column: Column, row: Row, place: Place) => Answer | undefined;

/** Actions the people of a company may perform, by role. */
export const may = {
  'see the company': 'owner administrator billing reporting user',
  'change the company': 'owner administrator',
  'see its people': 'owner administrator user',
  'manage its people': 'owner administrator',
  'see its numbers': 'owner administrator billing reporting user',
  'say how numbers ring': 'owner administrator',
  'say where calls may go': 'owner',
  'read the inbox': 'owner administrator reporting user',
  'manage conversations': 'owner administrator user',
  'text people': 'owner administrator user',
  'write notes': 'owner administrator user',
  'see what happened': 'owner administrator reporting user',
  'see reports': 'owner administrator reporting',
  'save reports': 'owner administrator reporting',
  'judge calls': 'owner administrator user',
  'take calls': 'owner administrator user',
  'export calls': 'owner administrator reporting',
  'view contacts': 'owner administrator reporting user',
  'edit contacts': 'owner administrator user',
  'delete contacts': 'owner administrator',
  'import contacts': 'owner administrator',
  'edit groups': 'owner administrator user',
  'edit contact labels': 'owner administrator user',
  'view campaigns': 'owner administrator reporting user',
  'edit campaigns': 'owner administrator user',
  'send campaigns': 'owner administrator',
  'silence numbers': 'owner administrator user',
  'edit numbers': 'owner administrator',
  'buy numbers': 'owner administrator',
  'manage custom fields': 'owner administrator',
  'set custom fields in bulk': 'owner administrator',
  'see registrations': 'owner administrator billing',
  'register for texting': 'owner administrator',
  'look up callers': 'owner administrator user',
  'set custom field values': 'owner administrator user',
  'see blocked callers': 'owner administrator reporting user',
  'block callers': 'owner administrator user',
  'read the audit log': 'owner administrator',
  'contact support': 'owner administrator billing reporting user',
  'see billing': 'owner billing',
  'edit payment methods': 'owner billing',
  'change the subscription': 'owner',
  'edit the brand': 'owner',
  'manage the domain': 'owner',
  'see DNI pools': 'owner administrator reporting',
  'edit DNI pools': 'owner administrator',
  'see integrations': 'owner administrator reporting',
  'manage integrations': 'owner administrator',
  'manage webhooks': 'owner administrator',
  'manage API keys': 'owner',
} as const satisfies Record<string, string>;

type Deed = keyof typeof may;

/** As what somebody sits in A; null: not at all. Who administers A's organization sits as administrator; staff acting as somebody have that person's membership. */
export function seatInA(column: Column): Role | null {
  if (column === 'organization administrator' || column === 'impersonating') return 'administrator';
  const [company, role] = column.split(' ');
  return company === 'A' ? (role as Role) : null;
}

/** Somebody past the password and, where it is on, the second factor. */
export const isSignedIn = (column: Column) => column !== 'none' && column !== 'MFA pending' && column !== 'catalog account';

/** Somebody who may not, whatever the row: signed out, without a membership in A, without the right. Null: goes on to the row. */
function turnedAway(deed: Deed, column: Column, row: Row, place: Place): Answer | null {
  if (!isSignedIn(column)) return 401;
  const role = seatInA(column);
  if (role === null || (place === 'there' && (row === 'foreign' || row === 'missing'))) return 404;
  return may[deed].split(' ').includes(role) ? null : 403;
}

/** The call names a company and no row. */
export const company =
  (deed: Deed, done: Answer = 'ok'): Rule =>
  (column, row, place) =>
    row === 'others' || place === 'in A' ? undefined : (turnedAway(deed, column, row, place) ?? done);

/** A row that everybody with the right shares. */
export const shared =
  (deed: Deed, gone: Answer = 404): Rule =>
  (column, row, place) => {
    if (place === 'in A' && (row === 'own' || row === 'others')) return undefined;
    return turnedAway(deed, column, row, place) ?? (row === 'foreign' || row === 'missing' ? gone : 'ok');
  };

/** A row of a line: the person with the role user works one of the two lines. `gone`: what is answered about a row that is not there for the caller. */
export const onLine =
  (deed: Deed, gone: Answer = 404): Rule =>
  (column, row, place) => {
    const answer = shared(deed, gone)(column, row, place);
    return answer === 'ok' && column === 'A user' && row === 'others' ? gone : answer;
  };

/** The same where the line cannot do it: who may is told why not. */
export const refusedOnLine = (deed: Deed): Rule => {
  const allowed = onLine(deed);
  return (column, row, place) => (allowed(column, row, place) === 'ok' ? 422 : allowed(column, row, place));
};

/** Answers everybody who is signed in, and about everything alike. */
export const signedIn: Rule = (column, row, place) => (row === 'own' && place === 'there' ? (isSignedIn(column) ? 'ok' : 401) : undefined);

/** Answers everybody who is signed in, whether the row is there or not. */
export const lookedUp: Rule = (column, _row, place) => (place === 'there' ? (isSignedIn(column) ? 'ok' : 401) : undefined);

/** Belongs to the person: another's is as good as missing. */
export const personal: Rule = (column, row, place) => {
  if (place !== 'there' || row === 'foreign') return undefined;
  if (!isSignedIn(column)) return 401;
  return row === 'own' ? 'ok' : 404;
};

/** Denies staff a call for the user they impersonate. */
export const inPerson =
  (rule: Rule): Rule =>
  (column, row, place) =>
    column === 'impersonating' && rule(column, row, place) !== undefined ? 403 : rule(column, row, place);

/** Accounts of the consumer catalog alone. `done`: the answer about what is there, `gone` about what is missing, where the call names a row. */
export const account =
  (done: Answer = 'ok', gone?: Answer): Rule =>
  (column, row, place) => {
    if (place !== 'there' || (row !== 'own' && (gone === undefined || row === 'foreign'))) return undefined;
    if (column !== 'catalog account') return 401;
    return row === 'own' ? done : gone;
  };

/** Everybody gets the same, signed in or not. */
export const everybody =
  (answer: Answer): Rule =>
  (_column, row, place) =>
    row === 'own' && place === 'there' ? answer : undefined;

/** Support staff alone, and not while they act as somebody. */
export const staff =
  (gone: Answer | undefined): Rule =>
  (column, row, place) => {
    if (place !== 'there' || (row !== 'own' && row !== 'missing') || (row === 'missing' && gone === undefined)) return undefined;
    if (!isSignedIn(column)) return 401;
    if (column !== 'staff') return 403;
    return row === 'own' ? 'ok' : gone;
  };
