/** The second factor of the people of a test: turned on and off, and its codes made good again. */
import { sql } from 'kysely';
import { limits } from '#contract/core/limits.ts';
import { computeKeyedHash } from '#server/domains/auth/secrets.ts';
import { people } from './people.ts';
import type { Stack } from './stack.ts';

/** Turns the second factor of these people on, with the demo's secret, or off. */
export async function turnSecondFactor({ owner }: Pick<Stack, 'owner'>, emails: readonly string[], isOn: boolean): Promise<void> {
  const { mfa_secret } = await owner.selectFrom('users').select('mfa_secret').where('email', '=', people.mira).executeTakeFirstOrThrow();
  await owner
    .updateTable('users')
    .set({ mfa_secret: isOn ? mfa_secret : null, mfa_enabled_at: isOn ? sql`now()` : null })
    .where('email', 'in', emails)
    .execute();
}

/** Makes codes that were used good again, as the next half minute would, and `recovery` the one recovery code of these people. */
export async function renewCodes({ owner, built }: Pick<Stack, 'owner' | 'built'>, emails: readonly string[], recovery: string): Promise<void> {
  await owner.updateTable('users').set({ mfa_last_step: null }).execute();
  await owner.deleteFrom('recovery_codes').execute();
  const rows = await owner.selectFrom('users').select('id').where('email', 'in', emails).execute();
  const hash = (id: number) => computeKeyedHash(built.services, 'recovery', `${id}.${recovery.replace('-', '')}`);
  await owner
    .insertInto('recovery_codes')
    .values(rows.map(({ id }) => ({ user_id: id, code_hash: hash(id) })))
    .execute();
}

/** Makes the second factor of a person's sessions as old as it must be to be confirmed again. */
export async function ageSecondFactor({ owner }: Pick<Stack, 'owner'>, email: string): Promise<void> {
  await owner
    .updateTable('sessions')
    .set({ mfa_at: sql`now() - make_interval(secs => ${limits.mfaFreshSeconds + 1})` })
    .where('mfa_at', 'is not', null)
    .where('user_id', 'in', owner.selectFrom('users').select('id').where('email', '=', email))
    .execute();
}
