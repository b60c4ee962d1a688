/** Fields of changes that no read tells as they were sent: what they do instead, and the test that shows it. */

import { excusesOfCatalog } from './elsewhereOfCatalog.ts';
import { excusesOfPeople } from './elsewhereOfPeople.ts';
import { excusesOfPhone } from './elsewhereOfPhone.ts';
import { excusesOfSources } from './elsewhereOfSources.ts';
import type { Excuse } from './excuse.ts';

const excuses: readonly Excuse[] = [
  ...excusesOfCatalog,
  ...excusesOfPeople,
  ...excusesOfSources,
  ...excusesOfPhone,
  {
    does: 'says how many numbers are bought, which the purchase lists',
    shownBy: 'client/told.server.test.ts: a quantity is told as so many numbers of the area that was named',
    fields: ['purchase.buy.quantity'],
  },
  {
    does: 'proves who asks',
    shownBy: 'server/auth.password.test.ts: a right password signs in and tells who it is',
    fields: ['auth.login.email', 'auth.login.password'],
  },
  {
    does: 'shows in how long the session lives',
    shownBy:
      'server/auth.sessions.test.ts: a session ends after twelve idle hours and after seven days whatever one does; a remembered one after thirty idle days',
    fields: ['auth.login.remember'],
  },
  {
    does: 'is a code that lets somebody in',
    shownBy: 'server/auth.mfa.test.ts: with the second factor on, the password asks for a code, and the code signs in',
    fields: ['auth.mfa', 'auth.proveMfa', 'auth.confirmMfa'],
  },
  {
    does: 'is the second factor’s password',
    shownBy: 'server/auth.mfa.test.ts: the second factor is on only once its first code was right; it needs the password',
    fields: ['auth.startMfa'],
  },
  { does: 'turns the second factor off', shownBy: 'server/auth.mfa.test.ts: turning the second factor off takes password and code', fields: ['auth.stopMfa'] },
  {
    does: 'signs a device in, whose sessions are listed',
    shownBy: 'server/auth.tokens.test.ts: a device that signs in again replaces its own session only',
    fields: ['auth.createTokenSession'],
  },
  {
    does: 'signs a device in by its code',
    shownBy: 'server/auth.tokens.test.ts: with the second factor on, a device gets its token for the code, once',
    fields: ['auth.mfaToken'],
  },
  {
    does: 'is exchanged for new tokens',
    shownBy: 'server/auth.tokens.test.ts: an access token ends after an hour; the refresh token brings a new one, once',
    fields: ['auth.refreshTokenSession'],
  },
  {
    does: 'comes from a provider and signs in',
    shownBy: 'server/auth.provider.test.ts: a person signs in with the provider and is the same person the next time',
    fields: ['auth.providerCallback'],
  },
  {
    does: 'comes from a provider and signs a device in',
    shownBy: 'server/auth.provider.test.ts: a device signs in with the provider’s id token, once',
    fields: ['auth.providerToken'],
  },
  {
    does: 'stands in the audit log of staff',
    shownBy: 'server/auth.remote.test.ts: staff act as a person and go back; the app and the audit log know it',
    fields: ['auth.createRemoteLogin'],
  },
  { does: 'asks for a mail', shownBy: 'server/auth.mail.test.ts: a mailed link sets a new password', fields: ['auth.forgotPassword', 'auth.resetPassword'] },
  {
    does: 'founds an account, and the mail says so',
    shownBy: 'server/auth.mail.test.ts: a mailed code makes an account and signs in',
    fields: ['auth.signupCheck', 'auth.signupCreate'],
  },
  {
    does: 'registers a device, which no call reads back',
    shownBy: 'server/auth.sessions.test.ts: news once read stay read; a device is registered once',
    fields: ['auth.apnsVoipDeviceTokens'],
  },
  {
    does: 'is signed, and the signature answers',
    shownBy: 'server/realtime.test.ts: a member subscribes and hears a change, with ids and positions and no body',
    fields: ['auth.channelAuth'],
  },
  {
    does: 'names the run: the same again is the same',
    shownBy: 'server/me.test.ts: keeps what was run, once a key, newest first',
    fields: ['me.logCommand.key'],
  },
  {
    does: 'names the founding: the same again is the same company',
    shownBy: 'server/founding.test.ts: gets one company from a request that is sent twice with one key, also at the same moment',
    fields: ['companies.create.key'],
  },
  {
    does: 'says that no number is bought; without it or a number the call is refused',
    shownBy: 'server/creation.test.ts: is sent or skipped, exactly one of both, and fits its other fields: else nothing is made',
    fields: ['companies.create.skipNumber'],
  },
  {
    does: 'names the number, the plan with the price that was shown, the card and the billing address',
    shownBy: 'server/creation.test.ts: waits for the card of the company, then starts once, at the price that was shown',
    fields: ['companies.create.number', 'companies.create.planId', 'companies.create.dueNow', 'companies.create.billingInfo'],
  },
  {
    does: 'chooses conversations and says what becomes of them',
    shownBy: 'server/bulk.test.ts: archive all that match, once a key, and are taken back exactly',
    fields: ['conversations.bulkAction'],
  },
  {
    does: 'marks conversations, which tell what is unread',
    shownBy: 'client/readBack.server.test.ts: conversations: read, unread, archive and restore are read back',
    fields: ['conversations.bulkUpdate', 'conversations.readAll', 'conversations.readAllByType'],
  },
  {
    does: 'names what was emptied',
    shownBy: 'server/conversations.test.ts: empties a conversation under a mark, and brings back exactly that',
    fields: ['conversations.restoreMessages.mark'],
  },
  { does: 'shows in when the message goes', shownBy: 'server/messaging.test.ts: sent by itself when the hold is over', fields: ['messaging.send.holdSeconds'] },
  {
    does: 'takes silencing away',
    shownBy: 'client/readBack.server.test.ts: notification blocks: what is silenced is told, and no longer when it is heard again',
    fields: ['notifications.unblock'],
  },
  {
    does: 'names the note: the same again is the same note',
    shownBy: 'server/notes.test.ts: is one note, however often it is sent',
    fields: ['notes.create.clientId'],
  },
  {
    does: 'empties fields, which then read null',
    shownBy: 'client/told.server.test.ts: what is emptied reads empty',
    fields: [
      'calls.mark.clear',
      'companies.brand.clear',
      'companies.update.clear',
      'contacts.update.clear',
      'customFields.update.clear',
      'marketplace.update.clear',
      'numbers.update.clear',
      'users.update.clear',
      'tenant.update.clear',
      'organizations.brand.clear',
      'organizations.updateSettings.clear',
    ],
  },
  { does: 'chooses the calls', shownBy: 'server/calls.test.ts: is kept for many calls at once, or for none of them', fields: ['calls.outcomes.calls.id'] },
  {
    does: 'chooses the calls, and whether the tag is given or taken',
    shownBy: 'server/calls.test.ts: is a tag of its own, given to many calls at once and taken off; those of its number stay',
    fields: ['calls.tag.ids', 'calls.tag.isOn'],
  },
  {
    does: 'shapes the file',
    shownBy: 'server/exports.test.ts: is a spreadsheet with the columns chosen, numbers as text, and no formula',
    fields: ['exports.*.columns', 'exports.*.tz'],
  },
  {
    does: 'is true of every export; a false one is refused',
    shownBy: 'server/exports.test.ts: is always made by a job: nobody is told otherwise',
    fields: ['exports.*.async'],
  },
  {
    does: 'names the export: the same again is the same',
    shownBy: 'server/exports.test.ts: is one, however often its key is sent, and made once, however often its job is done',
    fields: ['exports.*.key'],
  },
  { does: 'is heard', shownBy: 'server/greetings.test.ts: is heard before it is saved, and saved as it was heard', fields: ['greetings.speak'] },
  { does: 'says which verb the form stands for', shownBy: null, fields: ['greetings.update._method'] },
  {
    does: 'chooses templates, which are gone then',
    shownBy: 'client/readBack.server.test.ts: templates: made, changed and removed ones are read back',
    fields: ['templates.remove'],
  },
  {
    does: 'chooses the numbers and names the batch; they ring as the template says then',
    shownBy: 'server/templates.test.ts: is put there as a batch, once a key, each number keeping its time zone, and taken back to what each had',
    fields: ['templates.apply', 'templates.preview'],
  },
  {
    does: 'is what was read: a change made meanwhile by somebody else is not written over',
    shownBy: 'server/routing.test.ts: somebody else changed it meanwhile: 409, nothing is written over',
    fields: ['numbers.update.version', 'templates.*.version'],
  },
  {
    does: 'is derived from forwards and hours, but for two kinds that are kept',
    shownBy: 'server/routing.test.ts: FLOW-051: is saved tidied: empty forwards gone, no extension is 1, sorted, types derived; the list follows',
    fields: ['numbers.update.routes.type', 'purchase.buy.routes.type', 'templates.*.routes.type'],
  },
  {
    does: 'is a spelling or a part of the name, which is told',
    shownBy: 'server/contacts.test.ts: reads the number as people write it and makes the name from its parts',
    fields: ['contacts.*.Name', 'contacts.*.fullName', 'contacts.*.contactName', 'contacts.*.firstName', 'contacts.*.lastName'],
  },
  {
    does: 'is a spelling or a part of the name, or the group of the contact',
    shownBy: 'server/contactImports.test.ts: saves what it is sent at once as a batch, with the group of each row',
    fields: ['Name', 'fullName', 'contactName', 'firstName', 'lastName', 'group'].map((name) => `contactImports.save.contacts.${name}`),
  },
  {
    does: 'is told under the names of the entity (RULE-105)',
    shownBy: 'client/readBack.server.test.ts: campaigns: a form is read back under the names of the entity, and what is left out is empty',
    fields: [
      ...['title', 'text', 'unsubscribeText', 'skipInbox', 'groups', 'shouldBeSentAt', 'state', 'numberId', 'type', 'include', 'dynamicFields', 'media'].map(
        (name) => `campaigns.*.${name}`,
      ),
      'campaigns.update._method',
    ],
  },
  {
    does: 'names the campaign: the same again is the same',
    shownBy: 'server/campaigns.incidents.test.ts: a create that is repeated is one campaign, and a second press of send sends once',
    fields: ['campaigns.create.key'],
  },
  {
    does: 'is what was reviewed, and for how long it can be taken back',
    shownBy: 'server/campaigns.test.ts: adds up to the group, opens each line, and sending with it is refused once something changed',
    fields: ['campaigns.*.digest', 'campaigns.*.holdSeconds'],
  },
  {
    does: 'is the part of the group that gets it first',
    shownBy: 'server/campaigns.test.ts: a sample goes first and waits for a person',
    fields: ['campaigns.*.firstPercent'],
  },
  {
    does: 'is the version that was edited',
    shownBy: 'server/campaigns.test.ts: two people who edit one campaign: the second is told',
    fields: ['campaigns.update.version'],
  },
  {
    does: 'is the count of texts that are not confirmed',
    shownBy: 'server/campaigns.incidents.test.ts: the carrier is away: nobody fails for it, at most twenty are not confirmed, and asking settles them',
    fields: ['campaigns.resend.count'],
  },
  {
    does: 'names the import: the same again is the same',
    shownBy: 'server/contactImports.test.ts: is one batch for one key, and is not for who may only edit contacts',
    fields: ['contactImports.save.key'],
  },
  {
    does: 'is told by the rows of the draft and by its counts',
    shownBy: 'server/contactImports.test.ts: says of each row what saving it does, and saves nothing before it is confirmed',
    fields: ['contactImports.create', 'contactImports.stage'],
  },
  {
    does: 'is the group the contacts join, and how many parts the file has',
    shownBy: 'server/contactImports.test.ts: a part sent twice counts once, and a file read anew drops the parts it no longer has',
    fields: ['contactImports.check'],
  },
  {
    does: 'changes rows of the draft, or leaves them out',
    shownBy: 'server/contactImports.test.ts: is mended row by row, and each change is checked with the rows of its number',
    fields: ['contactImports.fix', 'contactImports.leaveOut'],
  },
  {
    does: 'names two contacts, one of which is gone then, and whose values stay',
    shownBy: 'server/contactMerge.test.ts: takes the other’s values where that is asked, its number too',
    fields: ['contacts.previewMerge', 'contacts.merge.id', 'contacts.merge.otherId', 'contacts.merge.take'],
  },
  {
    does: 'names the merge, and is the digest of what was shown of it',
    shownBy: 'server/contactMerge.test.ts: is refused for one contact, for contacts that are not there, after a change, and to who may not delete',
    fields: ['contacts.merge.key', 'contacts.merge.plan'],
  },
  {
    does: 'names the update: the same again is the same',
    shownBy: 'server/bulkAttributes.test.ts: is once for one key, and the key is no other file’s',
    fields: ['bulkAttributes.apply.key', 'bulkAttributes.applyOrganization.key'],
  },
  {
    does: 'is the digest of the changes that were shown',
    shownBy: 'server/bulkAttributes.test.ts: is refused when its changes are not those of the check',
    fields: ['bulkAttributes.apply.plan', 'bulkAttributes.applyOrganization.plan'],
  },
  {
    does: 'names the draft: the same again is the same; or the brand it joins',
    shownBy: 'server/smsVerification.test.ts: of one key is one draft, and keeps every opt-in with its form, its page and its pictures',
    fields: ['smsVerification.create.key', 'smsVerification.create.brandId', 'smsVerification.update._method'],
  },
  {
    does: 'is how people opt in, with pictures by their ids, and numbers by theirs',
    shownBy: 'server/smsVerification.test.ts: of one key is one draft, and keeps every opt-in with its form, its page and its pictures',
    fields: ['create', 'update'].flatMap((call) => ['optins', 'numbers'].map((field) => `smsVerification.${call}.campaign.${field}`)),
  },
  {
    does: 'is what only the server writes: taken as it was shown, and refused otherwise',
    shownBy: 'server/smsVerification.test.ts: is served to a client that reads it, changes one field and sends back all it was shown',
    fields: [
      ...['id', 'status', 'isSubmitted', 'rejections', 'fees', 'optInPageUrl', 'createdAt', 'updatedAt'].map((field) => `smsVerification.update.${field}`),
      ...['create', 'update'].flatMap((call) => [
        ...['id', 'isDraft', 'status', 'isShared', 'isOwn'].map((field) => `smsVerification.${call}.brand.${field}`),
        `smsVerification.${call}.campaign.isDraft`,
      ]),
    ],
  },
  {
    does: 'submits, checks, cancels or changes numbers, which the status and the numbers tell',
    shownBy: 'server/smsVerification.test.ts: takes numbers in and lets them go (RULE-204)',
    fields: ['submit', 'check', 'cancel', 'addNumbers', 'removeNumbers'].map((call) => `smsVerification.${call}`),
  },
  {
    does: 'makes a contact, and nobody who is not signed in reads it',
    shownBy: 'server/smsOptIns.test.ts: makes a contact of who agrees, with where; needs the consent, and answers alike for one that is known',
    fields: ['smsVerification.optIn'],
  },
  {
    does: 'is the count that was shown',
    shownBy: 'server/contactImports.test.ts: asks for the count that was shown, is confirmed once, and is one person’s at a time',
    fields: ['contactImports.confirm'],
  },
  {
    does: 'chooses contacts, which are gone then',
    shownBy: 'server/contacts.test.ts: takes all that match, in chunks, and gives exactly these back',
    fields: ['contacts.bulkDestroy'],
  },
  {
    does: 'names groups and labels, which the contact then shows',
    shownBy: 'server/groups.test.ts: is put into exactly the groups and labels that are named, by id or as it shows them',
    fields: ['contacts.*.groups', 'contacts.*.labels'],
  },
  {
    does: 'chooses contacts, which have the label then or have it no more',
    shownBy: 'server/groups.test.ts: is added to many and removed from many, by list and by filter, and undo leaves those that had it',
    fields: ['contactLabels.bulkAddLabel', 'contactLabels.bulkRemoveLabel'],
  },
  {
    does: 'chooses contacts, which are in the group then or no more',
    shownBy: 'server/groups.test.ts: takes all contacts of the company in as a batch, or all that match, and undo takes exactly those out',
    fields: ['groups.addAll', 'groups.removeAll'],
  },
  {
    does: 'names contacts, which are in the group then or no more',
    shownBy: 'server/groups.test.ts: takes contacts in and out at once, says which changed, and refuses a foreign one with all others',
    fields: ['groups.addContacts', 'groups.removeContacts'],
  },
  {
    does: 'is the filter of a virtual group, whose contacts the list then shows',
    shownBy: 'server/groups.test.ts: of a filter is counted and never stored, filters the list, and takes nobody in',
    fields: ['groups.create.filter', 'groups.update.filter'],
  },
  {
    does: 'chooses the contacts of the file, and shapes it',
    shownBy: 'server/exports.test.ts: an export of contacts has those that are chosen, or all that match, with groups and labels; and refuses a foreign one',
    fields: ['exports.contacts'],
  },
  {
    does: 'names the rotation: the same again is the same',
    shownBy: 'server/numbers.detail.test.ts: puts another number of the area in its place, once a key; label and history stay',
    fields: ['numbers.rotate.key'],
  },
  {
    does: 'asks what removing would cut off',
    shownBy: 'server/numbers.detail.test.ts: says first what it cuts off; the number rings no more at once and comes back while the carrier has it',
    fields: ['numbers.impact'],
  },
  {
    does: 'takes triggers away',
    shownBy: 'client/readBack.server.test.ts: triggers: saved, changed and removed ones are read back',
    fields: ['numbers.triggers.remove', 'numbers.triggers.upsert.id'],
  },
  {
    does: 'chooses the numbers, or names the batch',
    shownBy: 'server/numbers.detail.test.ts: change as one batch after a look at what it will do, and are put back row by row',
    fields: [...['key', 'numbers', 'all', 'filter', 'count'].map((name) => `numbers.bulkUpdate.${name}`), 'numbers.bulkPreview'],
  },
  {
    does: 'narrows which numbers change',
    shownBy: 'server/numbers.flat.test.ts: flat filters beside all narrow a change and a removal',
    fields: ['numbers.bulkUpdate.q', 'numbers.bulkUpdate.tagId', 'numbers.bulkRemove'],
  },
  {
    does: 'takes tags off',
    shownBy: 'client/readBack.server.test.ts: tags: what is given to numbers and taken off is read back',
    fields: ['numbers.bulkUpdate.removeTags', 'numbers.bulkUpdate.set.removeTags'],
  },
  {
    does: 'chooses the numbers, or names the batch',
    shownBy: 'server/routing.test.ts: are copied as they are, to all that match as well, and taken back but for a number that somebody changed since',
    fields: ['key', 'numbers', 'all', 'filter', 'count'].map((name) => `routing.setHours.${name}`),
  },
  {
    does: 'is read as hours, which are told',
    shownBy: 'server/routing.test.ts: are said in words, and each number keeps its zone',
    fields: ['routing.setHours.words', 'routing.setHours.hours.timezone'],
  },
  {
    does: 'chooses the callers that are let through again',
    shownBy: 'client/readBack.server.test.ts: blocks: callers are blocked and let through again',
    fields: ['blocks.bulkDelete'],
  },
  {
    does: 'narrows what is offered',
    shownBy: 'server/purchase.test.ts: matches at the start, at the end and anywhere, by digits and by letters',
    fields: ['purchase.locate'],
  },
  {
    does: 'is what the person was shown: another price buys nothing',
    shownBy: 'server/purchase.test.ts: beyond the plan, beyond the cap, at another price, or what is no number: nothing is bought',
    fields: ['purchase.buy.monthlyCost'],
  },
  { does: 'shows the letters that were looked for', shownBy: 'server/purchase.test.ts: a vanity number keeps its letters', fields: ['purchase.buy.vanity'] },
  { does: 'asks whether numbers can come', shownBy: 'server/porting.test.ts: are asked about at the carrier, and here', fields: ['porting.check'] },
  {
    does: 'goes to the carrier, sealed here',
    shownBy: 'server/porting.test.ts: goes to the carrier with its papers, advances, and its numbers become the company’s',
    fields: ['porting.create.accountNumber', 'porting.create.pin'],
  },
  {
    does: 'chooses the rows whose values are set',
    shownBy: 'server/customFields.test.ts: are filled in on rows, answer what they were, and fall back to the default',
    fields: ['customFields.setValues.ids'],
  },
];

const fits = (entry: string, field: string): boolean => {
  const parts = field.split('.');
  return entry.split('.').every((part, at) => part === '*' || part === parts[at]);
};

/** Returns the effect of a field whose value is not returned as it was sent; null where it is. */
export const excusedBy = (field: string): string | null => excuses.find(({ fields }) => fields.some((entry) => fits(entry, field)))?.does ?? null;

/** Entries that are of no field. */
export const unusedExcuses = (taken: readonly string[]): string[] =>
  excuses.flatMap(({ fields }) => fields).filter((entry) => !taken.some((field) => fits(entry, field)));

/** Each test that is named, as file and title. */
export const namedTests = (): readonly (readonly [file: string, title: string])[] =>
  excuses.flatMap(({ shownBy }) => {
    if (shownBy === null) return [];
    const [file = '', ...title] = shownBy.split(': ');
    return [[file, title.join(': ')] as const];
  });
