/** Users of the demo data: their password is published, so sign-in and sessions know them only beside the sandbox and over http. */
import { sql } from 'kysely';
import { allowsDemoUsers } from '../../safety.ts';
import type { Services } from '../../services.ts';

/** Condition on a row of `users`, by its name in the query, that leaves demo users out where they may not sign in. A row that is not joined passes. */
export const isAllowedHere = (table: 'users' | 'u' | 'staff', { config }: Services) =>
  sql<boolean>`(${sql.ref(`${table}.is_demo`)} is not true or ${allowsDemoUsers(config)}::boolean)`;
