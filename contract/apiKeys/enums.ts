/** Enumerations of API keys. */
import type { Role } from '../core/permissions.ts';

/** Roles a key may have: every one but the owner’s. */
export const apiKeyRoles = ['administrator', 'billing', 'reporting', 'user'] as const satisfies readonly Role[];
export type ApiKeyRole = (typeof apiKeyRoles)[number];

/** Reach of a key within its role. `read`: it changes nothing; `write`: it does all its role may. */
export const apiKeyScopes = ['read', 'write'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];
export const apiKeyScopeLabel: Readonly<Record<ApiKeyScope, string>> = { read: 'Read only', write: 'Read and write' };

/**
 * State of a key. `active`: it is taken; `expired`: its time is over; `stopped`: who made it is not an owner of the company any more. The last two are refused as
 * no key at all is.
 */
export const apiKeyStates = ['active', 'expired', 'stopped'] as const;
type ApiKeyState = (typeof apiKeyStates)[number];
export const apiKeyStateLabel: Readonly<Record<ApiKeyState, string>> = { active: 'Active', expired: 'Expired', stopped: 'Stopped' };
