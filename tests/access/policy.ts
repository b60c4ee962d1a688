/**
 * Access policy of all routes, as the product promises it: written by hand, not derived from the contract, so that a slip there shows here.
 *
 * Everything is seen from company A. A caller is somebody of A, somebody of B, or stands outside; a row is what the call is about:
 * - `own`: of A, on the line everybody of A works (or the caller's own, where things belong to a person)
 * - `others`: of A, on a line the person with the role user does not work (or another person's)
 * - `foreign`: of a company C nobody here belongs to, asked for in A and in C
 * - `missing`: nowhere, asked for in A and in a company that is not there
 */

import type { Role } from '#contract/core/permissions.ts';
import { callPolicy } from './policyCalls.ts';
import { numberPolicy } from './policyNumbers.ts';
import { type Answer, type Column, type Deed, may, type Place, type Row, type Rule } from './rule.ts';

/** As what somebody sits in A; null: not at all. Who administers A's organization sits as administrator; staff acting as somebody have that person's membership. */
function seatInA(column: Column): Role | null {
  if (column === 'organization administrator' || column === 'impersonating') return 'administrator';
  const [company, role] = column.split(' ');
  return company === 'A' ? (role as Role) : null;
}

const isSignedIn = (column: Column) => column !== 'none' && column !== 'MFA pending';

/** Somebody who may not, whatever the row: signed out, without a membership in A, without the right. Null: goes on to the row. */
function turnedAway(deed: Deed, column: Column, row: Row, place: Place): Answer | null {
  if (!isSignedIn(column)) return 401;
  const role = seatInA(column);
  if (role === null || (place === 'there' && (row === 'foreign' || row === 'missing'))) return 404;
  return may[deed].split(' ').includes(role) ? null : 403;
}

/** The call names a company and no row. */
const company =
  (deed: Deed, done: Answer = 'ok'): Rule =>
  (column, row, place) =>
    row === 'others' || place === 'in A' ? undefined : (turnedAway(deed, column, row, place) ?? done);

/** A row that everybody with the right shares. */
const shared =
  (deed: Deed, gone: Answer = 404): Rule =>
  (column, row, place) => {
    if (place === 'in A' && (row === 'own' || row === 'others')) return undefined;
    return turnedAway(deed, column, row, place) ?? (row === 'foreign' || row === 'missing' ? gone : 'ok');
  };

/** A row of a line: the person with the role user works one of the two lines. `gone`: what is answered about a row that is not there for the caller. */
const onLine =
  (deed: Deed, gone: Answer = 404): Rule =>
  (column, row, place) => {
    const answer = shared(deed, gone)(column, row, place);
    return answer === 'ok' && column === 'A user' && row === 'others' ? gone : answer;
  };

/** The same where the line cannot do it: who may is told why not. */
const refusedOnLine = (deed: Deed): Rule => {
  const allowed = onLine(deed);
  return (column, row, place) => (allowed(column, row, place) === 'ok' ? 422 : allowed(column, row, place));
};

/** Answers everybody who is signed in, and about everything alike. */
const signedIn: Rule = (column, row, place) => (row === 'own' && place === 'there' ? (isSignedIn(column) ? 'ok' : 401) : undefined);

const lookedUp: Rule = (column, _row, place) => (place === 'there' ? (isSignedIn(column) ? 'ok' : 401) : undefined);

/** Belongs to the person: another's is as good as missing. */
const personal: Rule = (column, row, place) => {
  if (place !== 'there' || row === 'foreign') return undefined;
  if (!isSignedIn(column)) return 401;
  return row === 'own' ? 'ok' : 404;
};

/** The channel of a company that carries no ids: for each of its people. */
const narrowedChannel: Rule = (column, row, place) => {
  if (place !== 'there' || row === 'others') return undefined;
  if (!isSignedIn(column)) return 401;
  return row === 'own' && seatInA(column) !== null ? 'ok' : 404;
};

/** The company's own channel carries ids of all numbers: not for who is limited to one. */
const companyChannel: Rule = (column, row, place) => {
  const answer = narrowedChannel(column, row, place);
  return column === 'A user' && answer === 'ok' ? 403 : answer;
};

/** Denies staff a call for the user they impersonate. */
const inPerson =
  (rule: Rule): Rule =>
  (column, row, place) =>
    column === 'impersonating' && rule(column, row, place) !== undefined ? 403 : rule(column, row, place);

/** Signed in, the caller proves something besides; the proof of the test is wrong. */
const wrongProof: Rule = (column, row, place) => (signedIn(column, row, place) === 'ok' ? 422 : signedIn(column, row, place));

/** Everybody gets the same, signed in or not. */
const everybody =
  (answer: Answer): Rule =>
  (_column, row, place) =>
    row === 'own' && place === 'there' ? answer : undefined;

/** Support staff alone, and not while they act as somebody. */
const staff =
  (gone: Answer | undefined): Rule =>
  (column, row, place) => {
    if (place !== 'there' || (row !== 'own' && row !== 'missing') || (row === 'missing' && gone === undefined)) return undefined;
    if (!isSignedIn(column)) return 401;
    if (column !== 'staff') return 403;
    return row === 'own' ? 'ok' : gone;
  };

/** An organization: of whoever administers it or works in a company of it. */
const organization: Rule = (column, row, place) => {
  if (place !== 'there' || row === 'others') return undefined;
  if (!isSignedIn(column)) return 401;
  return row === 'own' && seatInA(column) !== null ? 'ok' : 404;
};

/** A file of a text: whoever reads the line's inbox fetches it, and to everybody else it is not there. */
const fetched: Rule = (column, row, place) => {
  if (place !== 'there') return undefined;
  if (!isSignedIn(column)) return 401;
  const role = seatInA(column);
  const isThere = (row === 'own' || row === 'others') && role !== null && may['read the inbox'].split(' ').includes(role);
  return isThere && !(column === 'A user' && row === 'others') ? 'ok' : 404;
};

/** Every route of the product. One that is not here, and a case that is not named above, fails. */
export const policy: Readonly<Record<string, Rule>> = {
  'system.config': everybody('ok'),
  'system.openapi': signedIn,
  'system.file': fetched,
  'auth.csrfCookie': everybody('ok'),
  'auth.login': everybody(422),
  // A wrong code: only who came past the password hears that it is wrong.
  'auth.mfa': (column, row, place) => everybody(column === 'MFA pending' ? 422 : 401)(column, row, place),
  'auth.createTokenSession': everybody(422),
  'auth.mfaToken': everybody(401),
  'auth.refreshTokenSession': everybody(401),
  'auth.clearTokenSessions': inPerson(signedIn),
  'auth.logout': signedIn,
  'auth.providerRedirect': everybody(404),
  'auth.providerCallback': everybody(404),
  'auth.providerToken': everybody(404),
  'auth.providers': everybody('ok'),
  'auth.createRemoteLogin': staff(404),
  'auth.remoteLogin': staff(410),
  'auth.leaveRemoteLogin': (column, row, place) => (signedIn(column, row, place) === 'ok' && column !== 'impersonating' ? 403 : signedIn(column, row, place)),
  'auth.staffUsers': staff(undefined),
  'auth.staffCompanies': staff(undefined),
  'auth.currentUser': signedIn,
  'auth.whatsNewRead': signedIn,
  'auth.forgotPassword': everybody('ok'),
  'auth.resetPassword': everybody(410),
  'auth.signupCheck': everybody('ok'),
  'auth.signupCreate': everybody(422),
  'auth.beamToken': inPerson(signedIn),
  'auth.apnsVoipDeviceTokens': inPerson(signedIn),
  'auth.startMfa': inPerson(wrongProof),
  'auth.confirmMfa': (column, row, place) => (column === 'staff' && row === 'own' && place === 'there' ? 409 : inPerson(wrongProof)(column, row, place)),
  'auth.proveMfa': inPerson(wrongProof),
  'auth.stopMfa': inPerson(wrongProof),
  'auth.sessions': signedIn,
  'auth.endSession': inPerson(personal),
  'auth.channelAuth': companyChannel,
  'me.abilities': company('see the company'),
  'me.companies': signedIn,
  'me.preferences': signedIn,
  'me.savePreferences': signedIn,
  'me.phones': signedIn,
  'me.savePhones': inPerson(signedIn),
  'me.keymap': signedIn,
  'me.saveKeymap': signedIn,
  'me.layouts': signedIn,
  'me.saveLayout': signedIn,
  'me.deleteLayout': personal,
  'me.commandLog': signedIn,
  'me.logCommand': signedIn,
  'me.search': lookedUp,
  'companies.create': inPerson(signedIn),
  'companies.lookup': lookedUp,
  'companies.slim': signedIn,
  'companies.get': company('see the company'),
  'companies.update': company('change the company'),
  'companies.areaCodes': company('see the company'),
  'companies.changes': company('see the company'),
  'organizations.list': signedIn,
  'organizations.get': organization,
  'organizations.companies': organization,
  'users.ofCompany': company('see its people'),
  'roles.list': signedIn,
  'conversations.list': company('read the inbox'),
  // Ids that are not the caller's are passed over.
  'conversations.bulkUpdate': onLine('manage conversations'),
  // The count that was shown is not the count that is found.
  'conversations.bulkAction': onLine('manage conversations', 409),
  'conversations.undoBulkAction': onLine('manage conversations'),
  'conversations.get': onLine('read the inbox'),
  'conversations.readAll': onLine('manage conversations'),
  'conversations.item': onLine('read the inbox'),
  'conversations.deleteItem': onLine('manage conversations'),
  'conversations.restoreItem': onLine('manage conversations'),
  'conversations.deleteMessages': onLine('manage conversations'),
  'conversations.restoreMessages': onLine('manage conversations'),
  'conversations.readItem': onLine('manage conversations'),
  'conversations.readAllByType': onLine('manage conversations'),
  'conversations.items': onLine('read the inbox'),
  'conversations.itemsOfNumbers': onLine('read the inbox', 'ok'),
  'conversations.archive': onLine('manage conversations'),
  'conversations.restore': onLine('manage conversations'),
  // A batch that is not there is answered as one without progress.
  'conversations.recipients': company('text people'),
  'conversations.senders': company('text people'),
  'conversations.begin': onLine('text people'),
  'conversations.standing': onLine('read the inbox'),
  'conversations.batch': shared('read the inbox', 'ok'),
  'messaging.send': onLine('text people'),
  'messaging.schedule': onLine('text people'),
  'messaging.scheduled': company('read the inbox'),
  'messaging.takeBack': onLine('text people'),
  'messaging.sendNow': onLine('text people'),
  'messaging.sendAgain': onLine('text people'),
  'faxes.review': company('text people'),
  // The lines of these companies are no fax lines.
  'faxes.send': refusedOnLine('text people'),
  'faxes.sendAgain': refusedOnLine('text people'),
  'messaging.reviewOptOut': onLine('text people'),
  'notifications.block': onLine('silence numbers'),
  'notifications.unblock': onLine('silence numbers'),
  'notifications.blocks': company('read the inbox'),
  'notifications.counts': company('read the inbox'),
  'notifications.countsByNumber': company('read the inbox'),
  'analytics.calls': company('see reports'),

  'contacts.list': company('view contacts'),
  'contacts.get': shared('view contacts'),
  'contacts.update': shared('edit contacts'),
  'contacts.create': company('edit contacts'),
  'contacts.delete': shared('delete contacts'),
  'contacts.restore': shared('delete contacts'),
  'contacts.bulkDestroy': shared('delete contacts', 409),
  'contacts.undoBulkDestroy': shared('delete contacts'),
  'contacts.progress': shared('view contacts', 'ok'),
  'numbers.list': company('see its numbers'),
  'numbers.datatable': company('see its numbers'),
  'routing.list': company('see its numbers'),
  'routing.get': onLine('see its numbers'),
  'routing.setHours': onLine('say how numbers ring', 409),
  ...numberPolicy({ company, shared, onLine, signedIn }),
  ...callPolicy({ company, shared, onLine, inPerson }),
};

/** Private channels, by what follows `private-`. A person's own is theirs alone; nobody else learns whether it is there. */
export const channels: Readonly<Record<'company' | 'limited' | 'user', Rule>> = {
  company: companyChannel,
  limited: narrowedChannel,
  user: (column, row, place) => {
    if (place !== 'there' || row === 'foreign') return undefined;
    if (!isSignedIn(column)) return 401;
    return row === 'own' ? 'ok' : 403;
  },
};
