/** API keys: creating and deleting them, and the key that was just made. */
import type { ApiKey } from '#contract/apiKeys/entities.ts';
import { type ApiKeyScope, apiKeyRoles, apiKeyScopeLabel, apiKeyScopes } from '#contract/apiKeys/enums.ts';
import { apiKeyLimits } from '#contract/apiKeys/limits.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import type { Parsed } from '../core/parsed.ts';
import { getRows } from '../core/rows.ts';
import type { Context } from '../core/types.ts';

const base = { group: 'Company', permission: 'apiKeys.manage' } as const;

const getKey = (context: Context): ApiKey => {
  const row = getRows(context, 'apiKey')?.rows[0];
  if (!row) throw new Error('Select an API key first');
  return row;
};

function parseName(typed: string): Parsed<string> {
  const name = typed.trim();
  if (name === '') return { ok: false, error: 'Enter a name' };
  return name.length <= apiKeyLimits.name ? { ok: true, value: name } : { ok: false, error: `Use ${apiKeyLimits.name} characters or fewer` };
}

const scopeDetails: Readonly<Record<ApiKeyScope, string>> = { read: 'It changes nothing', write: 'It does all its role may do' };

/** Lifetimes to choose from. */
const lifetimes: readonly { readonly id: string; readonly title: string; readonly days: number | null }[] = [
  { id: '30', title: '30 days', days: 30 },
  { id: '90', title: '90 days', days: 90 },
  { id: '365', title: '1 year', days: 365 },
  { id: 'never', title: 'Never', days: null },
];

const checkShown = ({ isApiKeyShown }: Context): Availability => isApiKeyShown || { reason: 'No API key is shown', isMoot: true };

/** Commands over API keys. */
export const apiKeyCommands: readonly Command[] = [
  command({
    ...base,
    id: 'apiKeys.create',
    title: 'Create API key',
    keywords: ['new', 'add', 'token', 'access', 'developer', 'REST', 'bearer'],
    icon: 'plus',
    scopes: ['workspace'],
    args: {
      name: arg.text({ label: 'Name', hint: 'The software that will use it', parse: parseName }),
      role: arg.one('Role', apiKeyRoles, { administrator: 'Administrator', billing: 'Billing', reporting: 'Reporting', user: 'User' }),
      scope: arg.list({
        label: 'Scope',
        options: () => apiKeyScopes.map((value) => ({ value, id: value, title: apiKeyScopeLabel[value], detail: scopeDetails[value] })),
      }),
      lifetime: arg.list({ label: 'Expires after', options: () => lifetimes.map(({ id, title, days }) => ({ value: days, id, title })) }),
    },
    run: async ({ args: { name, role, scope, lifetime }, services }) => services.apiKeys.create({ name, role, scope, expiresInDays: lifetime }),
  }),
  command({
    ...base,
    id: 'apiKeys.delete',
    title: 'Delete API key',
    keywords: ['remove', 'revoke', 'end', 'token'],
    icon: 'trash',
    scopes: ['apiKeys'],
    rows: { kind: 'apiKey', max: 1 },
    review: ({ context }) => {
      const { name } = getKey(context);
      return {
        sentence: `Delete the API key ${name}. Software that uses it is refused from now on. This can’t be undone.`,
        count: 1,
        sample: [name],
        skipped: [],
        verb: 'delete',
        dangerous: true,
      };
    },
    run: async ({ context, services }) => services.apiKeys.remove(getKey(context)),
  }),
  command({
    ...base,
    id: 'apiKeys.copySecret',
    title: 'Copy API key',
    keywords: ['clipboard', 'token', 'secret'],
    icon: 'clipboard',
    scopes: ['apiKeys'],
    available: checkShown,
    run: async ({ services }) => services.apiKeys.copySecret(),
  }),
  command({
    ...base,
    id: 'apiKeys.hideSecret',
    title: 'Hide API key',
    keywords: ['done', 'close', 'secret'],
    icon: 'eye-off',
    scopes: ['apiKeys'],
    quiet: true,
    available: checkShown,
    run: async ({ services }) => services.apiKeys.hideSecret(),
  }),
];
