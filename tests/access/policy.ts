/** Access policy of all routes, in the words of rule.ts. */

import { callPolicy } from './policyCalls.ts';
import { numberPolicy } from './policyNumbers.ts';
import {
  company,
  everybody,
  inPerson,
  isSignedIn,
  lookedUp,
  may,
  onLine,
  personal,
  type Rule,
  refusedOnLine,
  seatInA,
  shared,
  signedIn,
  staff,
} from './rule.ts';

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

/** Signed in, the caller proves something besides; the proof of the test is wrong. */
const wrongProof: Rule = (column, row, place) => (signedIn(column, row, place) === 'ok' ? 422 : signedIn(column, row, place));

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
  ...numberPolicy,
  ...callPolicy,
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
