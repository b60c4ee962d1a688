/** The tables by which the app calls the server: of each call its method, its path and how it travels. The app carries these and no schema. */
import type { Route } from '#contract/core/route.ts';
import { type CallId, routes } from '#contract/index.ts';

/** `PUT /greetings/{id} company=header form=file`. */
function formatRow({ method, path, company, body, multipart, files, changes, keepsSession }: Route): string {
  const form = multipart ? [`form=${files?.[0] ?? 'media'}`] : body === undefined ? [] : ['body'];
  return [
    `${method} ${path}`,
    ...(company ? [`company=${company}`] : []),
    ...form,
    ...(changes ? ['changes'] : []),
    ...(keepsSession ? ['keepsSession'] : []),
  ].join(' ');
}

/** Calls that are made before the rest of the app has arrived; the table of all others comes with the first of them. */
const firstIds = [
  'auth.channelAuth',
  'auth.currentUser',
  'auth.leaveRemoteLogin',
  'auth.login',
  'auth.logout',
  'auth.mfa',
  'auth.providerCallback',
  'auth.providerRedirect',
  'auth.remoteLogin',
  'calls.get',
  'companies.changes',
  'contacts.get',
  'conversations.get',
  'conversations.items',
  'conversations.list',
  'me.abilities',
  'me.companies',
  'me.keymap',
  'me.layouts',
  'me.preferences',
  'me.saveLayout',
  'me.savePreferences',
  'notifications.countsByNumber',
] as const satisfies readonly CallId[];
const first: ReadonlySet<string> = new Set(firstIds);

const getModule = (
  name: string,
  words: string,
  lines: readonly (readonly [id: string, line: string])[],
): string => `/** Generated from \`contract/\` by \`npm run docs\`; do not edit. ${words} */
import type { CallId } from '#contract/index.ts';

export const ${name}: Readonly<Partial<Record<CallId, string>>> = {
${lines.map(([id, line]) => `  '${id}': '${line}',`).join('\n')}
};
`;

/** The modules `src/api/calls/first.ts` and `src/api/calls/rest.ts`. */
export function createCallTables(): { readonly first: string; readonly rest: string } {
  const calls = Object.entries<Readonly<Record<string, Route>>>(routes)
    .flatMap(([area, each]) => Object.entries(each).map(([name, route]): readonly [string, string] => [`${area}.${name}`, formatRow(route)]))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const isFirst = ([id]: readonly [string, string]) => first.has(id);
  return {
    first: getModule('firstCalls', 'Calls made before the rest of the app has arrived: method, path, and how each travels.', calls.filter(isFirst)),
    rest: getModule(
      'restCalls',
      'All other calls: method, path, and how each travels.',
      calls.filter((call) => !isFirst(call)),
    ),
  };
}
