/** Routes on which a change of each route is read: calls that return the row that was changed. */

import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';
import type { Input } from '../access/scene.ts';

/** A change that was sent, and what it was answered with. */
interface Sent {
  readonly input: Input;
  readonly reply: unknown;
  readonly companyId: number;
}
interface Read {
  readonly route: Route;
  readonly input?: Input;
  /** The company to ask in, where it is not the sender's. */
  readonly companyId?: unknown;
  /** The row in a list, by a field that it has. */
  readonly row?: { readonly field: string; readonly value: unknown };
}
type ReadsOf = (sent: Sent) => readonly Read[];

/** Returns the value at a place of an answer or an input. */
export function at(record: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined), record);
}

const paramId = ({ input }: Sent) => at(input, 'params', 'id');
const replyId = ({ reply }: Sent) => at(reply, 'id');
const byId =
  (route: Route, idOf: (sent: Sent) => unknown, more: object = {}): ReadsOf =>
  (sent) => [{ route, input: { params: { id: idOf(sent), ...more } } }];
const rowOf =
  (route: Route, field: string, rowValue: (sent: Sent) => unknown, input: Input = {}): ReadsOf =>
  (sent) => [{ route, input, row: { field, value: rowValue(sent) } }];
const numberOf =
  (idOf: (sent: Sent) => unknown): ReadsOf =>
  (sent) => [{ route: routes.numbers.get, input: { params: { idOrNumber: String(idOf(sent)) } } }];
const threadOf: ReadsOf = ({ reply }) => {
  const id = at(reply, 'conversationId');
  return [
    { route: routes.conversations.get, input: { params: { id } } },
    { route: routes.conversations.item, input: { params: { id, itemId: at(reply, 'id') } } },
  ];
};
const fieldOf: ReadsOf = (sent) => {
  const businessUnitId = at(sent.input, 'body', 'businessUnitId');
  const query = businessUnitId === undefined ? { companyId: sent.companyId } : { businessUnitId };
  return rowOf(routes.customFields.list, 'id', replyId, { query })(sent);
};

/** Route → its reads. A route with a body that is not here answers nothing about a row: its fields are in the list of those told elsewhere. */
export const reads: Readonly<Record<string, ReadsOf>> = {
  'savedViews.create': rowOf(routes.savedViews.list, 'id', replyId),
  'savedViews.update': rowOf(routes.savedViews.list, 'id', replyId),
  'savedViews.setPlace': rowOf(routes.savedViews.list, 'id', replyId),
  'me.savePreferences': () => [{ route: routes.me.preferences }],
  'me.savePhones': () => [{ route: routes.me.phones }],
  'me.saveKeymap': () => [{ route: routes.me.keymap }],
  'me.saveLayout': rowOf(routes.me.layouts, 'name', ({ input }) => at(input, 'params', 'name')),
  'me.logCommand': rowOf(routes.me.commandLog, 'id', replyId),
  'auth.createTokenSession': () => [{ route: routes.auth.sessions }],
  'companies.create': ({ reply }) => [{ route: routes.companies.get, input: { params: { id: at(reply, 'id') } }, companyId: at(reply, 'id') }],
  'companies.update': byId(routes.companies.get, paramId),
  'companies.brand': byId(routes.companies.get, paramId),
  'organizations.update': byId(routes.organizations.get, paramId),
  'organizations.updateSettings': byId(routes.organizations.get, paramId),
  'organizations.brand': byId(routes.organizations.get, paramId),
  'conversations.begin': byId(routes.conversations.get, replyId),
  'messaging.send': threadOf,
  'phone.converse': threadOf,
  'messaging.schedule': threadOf,
  'messaging.reschedule': threadOf,
  'messaging.sendAgain': threadOf,
  'messaging.reviewOptOut': threadOf,
  'faxes.send': threadOf,
  'faxes.sendAgain': threadOf,
  'notifications.block': (sent) => [
    { route: routes.notifications.blocks, row: { field: 'numberId', value: at(sent.input, 'body', 'numberIds', 0) ?? at(sent.input, 'body', 'numberId') } },
  ],
  'notes.create': ({ input, reply }) => [
    {
      route: routes.notes.list,
      input: { query: { model_type: at(input, 'body', 'modelType'), model_id: at(input, 'body', 'modelId') } },
      row: { field: 'id', value: at(reply, 'id') },
    },
  ],
  'notes.update': ({ reply }) => [{ route: routes.notes.list, input: { query: { model_type: at(reply, 'modelType'), model_id: at(reply, 'modelId') } } }],
  'calls.mark': byId(routes.calls.get, paramId),
  'calls.outcomes': byId(routes.calls.get, ({ input }) => at(input, 'body', 'calls', 0, 'id')),
  'calls.tag': byId(routes.calls.get, ({ input }) => at(input, 'body', 'ids', 0)),
  'exports.calls': rowOf(routes.exports.list, 'id', replyId),
  'exports.voicemails': rowOf(routes.exports.list, 'id', replyId),
  'exports.messages': rowOf(routes.exports.list, 'id', replyId),
  'exports.faxes': rowOf(routes.exports.list, 'id', replyId),
  'favoriteReports.create': rowOf(routes.favoriteReports.list, 'id', replyId),
  'favoriteReports.update': rowOf(routes.favoriteReports.list, 'id', replyId),
  'reportMails.create': rowOf(routes.reportMails.list, 'id', replyId),
  'greetings.create': byId(routes.greetings.get, replyId),
  'greetings.update': byId(routes.greetings.get, replyId),
  'templates.create': byId(routes.templates.get, replyId),
  'templates.update': byId(routes.templates.get, replyId),
  'marketplace.update': byId(routes.marketplace.get, paramId),
  'users.update': (sent) => [
    { route: routes.auth.currentUser },
    { route: routes.users.ofCompany, row: { field: 'id', value: at(sent.input, 'params', 'userId') } },
  ],
  'users.change': rowOf(routes.users.ofCompany, 'id', ({ input }) => at(input, 'params', 'userId')),
  'integrations.activateGoogleAds': byId(routes.integrations.oauthOne, paramId),
  'integrations.activateMetaAds': byId(routes.integrations.oauthOne, paramId),
  'integrations.activateMicrosoftAds': byId(routes.integrations.oauthOne, paramId),
  'integrations.activateCrm': byId(routes.integrations.oauthOne, paramId),
  'integrations.updateCrm': byId(routes.integrations.oauthOne, paramId),
  'integrations.configureChat': byId(routes.integrations.oauthOne, paramId),
  'integrations.setRule': rowOf(routes.integrations.ga4, 'id', paramId),
  'integrations.createGa4': rowOf(routes.integrations.ga4, 'id', replyId),
  'integrations.updateGa4': rowOf(routes.integrations.ga4, 'id', paramId),
  'apiKeys.create': rowOf(routes.apiKeys.list, 'id', replyId),
  'eventHooks.create': rowOf(routes.eventHooks.list, 'id', replyId),
  'eventHooks.update': rowOf(routes.eventHooks.list, 'id', paramId),
  'invites.create': rowOf(routes.invites.list, 'id', ({ reply }) => at(reply, 'data', 0, 'id')),
  'groups.create': byId(routes.groups.get, replyId),
  'groups.update': byId(routes.groups.get, paramId),
  'contactLabels.create': rowOf(routes.contactLabels.list, 'id', replyId),
  'contactLabels.update': rowOf(routes.contactLabels.list, 'id', replyId),
  'contactImports.save': (sent) => {
    const number = at(sent.input, 'body', 'contacts', 0, 'number');
    return rowOf(routes.contacts.list, 'number', () => number, { query: { q: number } })(sent);
  },
  'contacts.create': byId(routes.contacts.get, replyId),
  'contacts.update': byId(routes.contacts.get, replyId),
  'numbers.update': numberOf(replyId),
  'numbers.triggers': numberOf(({ input }) => at(input, 'body', 'upsert', 0, 'numberId')),
  'numbers.bulkUpdate': numberOf(({ input }) => at(input, 'body', 'numbers', 0)),
  'routing.setHours': numberOf(({ input }) => at(input, 'body', 'numbers', 0)),
  'schedule.save': ({ input }) => [{ route: routes.schedule.get, input: { query: { user: at(input, 'body', 'user') === true ? 1 : 0 } } }],
  'calling.saveLimits': () => [{ route: routes.calling.limits }],
  'blocks.create': rowOf(routes.blocks.list, 'id', replyId),
  'blocks.bulkCreate': rowOf(routes.blocks.list, 'id', ({ reply }) => at(reply, 'blocked', 0)),
  'purchase.buy': ({ input, reply }) => [
    { route: routes.purchase.get, input: { params: { key: at(reply, 'key') } } },
    { route: routes.numbers.get, input: { params: { idOrNumber: at(input, 'body', 'numbers', 0) ?? at(input, 'body', 'number') } } },
  ],
  'porting.create': byId(routes.porting.get, replyId),
  'tenant.update': () => [{ route: routes.tenant.get }],
  'tenant.startSender': () => [{ route: routes.tenant.get }],
  'tenant.createDomain': () => [{ route: routes.tenant.domain }],
  'smsVerification.create': byId(routes.smsVerification.get, replyId),
  'smsVerification.update': byId(routes.smsVerification.get, paramId),
  'lookups.caller': () => [],
  'tags.create': rowOf(routes.tags.list, 'id', replyId),
  'tags.update': rowOf(routes.tags.list, 'id', replyId),
  'customFields.create': fieldOf,
  'customFields.update': fieldOf,
  'customFields.setValues': ({ input }) => [
    {
      route: routes.customFields.values,
      input: { params: { type: 'Number', id: at(input, 'body', 'ids', 0) } },
      row: { field: 'attributeId', value: at(input, 'body', 'attributeId') },
    },
  ],
};

/** Fields that are told under another name. */
export const toldAs: Readonly<Record<string, string>> = {
  'tenant.update.logo': 'logoUrl',
  'companies.create.businessUnitId': 'organizationId',
  'invites.create.emails': 'email',
  'purchase.buy.numbers': 'number',
  'purchase.buy.numberType': 'type',
  'porting.create.numbers': 'number',
  'conversations.begin.numberId': 'id',
  'messaging.send.numberId': 'id',
  'messaging.schedule.numberId': 'id',
  'messaging.reviewOptOut.review': 'optOutReview',
  'faxes.send.numberId': 'id',
  'notifications.block.numberIds': 'numberId',
  'blocks.bulkCreate.targets': 'target',
  'calls.mark.tagIds': 'tags',
  'calls.tag.tagId': 'tags',
  'numbers.bulkUpdate.addTags': 'tags',
  'numbers.bulkUpdate.set.addTags': 'tags',
};
