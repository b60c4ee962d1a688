/** Credentials that have let somebody in lately, as hashes, each with its user. A made-up one is not among them, however often another is made up. */
import { createHash } from 'node:crypto';

const hash = (credential: string) => createHash('sha256').update(credential).digest('base64');

export interface KnownCredentials {
  /** Finds the user a credential has let in; null when it has let nobody in, or not lately. */
  findUser(credential: string): number | null;
  add(credential: string, userId: number): void;
}

/** Remembers up to `max` of them; the one used longest ago is forgotten first. */
export function createKnownCredentials(max = 10_000): KnownCredentials {
  const users = new Map<string, number>();
  return {
    findUser: (credential) => users.get(hash(credential)) ?? null,
    add: (credential, userId) => {
      const key = hash(credential);
      users.delete(key);
      users.set(key, userId);
      const [oldest] = users.keys();
      if (users.size > max && oldest !== undefined) users.delete(oldest);
    },
  };
}
