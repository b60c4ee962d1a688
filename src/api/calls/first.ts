/** Generated from `contract/` by `npm run docs`; do not edit. Calls made before the rest of the app has arrived: method, path, and how each travels. */
import type { CallId } from '#contract/index.ts';

export const firstCalls: Readonly<Partial<Record<CallId, string>>> = {
  'auth.channelAuth': 'POST /realtime/auth body keepsSession',
  'auth.currentUser': 'GET /user',
  'auth.leaveRemoteLogin': 'POST /staff/remote-logins/leave',
  'auth.login': 'POST /sanctum/login body keepsSession',
  'auth.logout': 'GET /sanctum/logout changes',
  'auth.mfa': 'POST /sanctum/mfa body keepsSession',
  'auth.providerCallback': 'POST /sanctum/client/provider/{provider}/callback body keepsSession',
  'auth.providerRedirect': 'GET /sanctum/client/provider/{provider}/redirect',
  'auth.remoteLogin': 'GET /sanctum/remoteLogin/{id} changes keepsSession',
  'calls.get': 'GET /calls/{id} company=header',
  'companies.changes': 'GET /companies/{companyId}/changes company=path.companyId',
  'contacts.get': 'GET /contacts/{id} company=header',
  'conversations.get': 'GET /companies/{companyId}/conversations/{id} company=path.companyId',
  'conversations.items': 'GET /companies/{companyId}/conversations/{conversationId}/items company=path.companyId',
  'conversations.list': 'GET /companies/{companyId}/conversations company=path.companyId',
  'me.abilities': 'GET /me/abilities company=header',
  'me.companies': 'GET /me/companies',
  'me.keymap': 'GET /me/keymap',
  'me.layouts': 'GET /me/layouts',
  'me.preferences': 'GET /me/preferences',
  'me.saveLayout': 'PUT /me/layouts/{name} body',
  'me.savePreferences': 'PUT /me/preferences body',
  'notifications.countsByNumber': 'GET /notificationCountsByNumber company=query.companyId',
};
