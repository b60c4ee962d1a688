/** API keys of a company: bearer tokens by which its own software makes the calls of openapi.json. */
import * as z from 'zod/mini';
import { id, instant } from '../core/schema.ts';
import { apiKeyRoles, apiKeyScopes, apiKeyStates } from './enums.ts';

/** A key. The key itself is read back once, from `create`. */
export const ApiKey = z.object({
  id,
  name: z.string(),
  /** First characters of the key, by which it is told from others. */
  start: z.string(),
  role: z.enum(apiKeyRoles),
  scope: z.enum(apiKeyScopes),
  state: z.enum(apiKeyStates),
  /** The owner who made it: its acts are in their name. */
  createdBy: z.object({ id, name: z.string() }),
  createdAt: instant,
  /** Null: it does not expire. */
  expiresAt: z.nullable(instant),
  /** To the minute; null while it was never used. */
  lastUsedAt: z.nullable(instant),
});
export type ApiKey = z.output<typeof ApiKey>;

/** The same with the key itself, shown this once. */
export const ApiKeyWithSecret = z.object({ ...ApiKey.shape, secret: z.string() });
export type ApiKeyWithSecret = z.output<typeof ApiKeyWithSecret>;
