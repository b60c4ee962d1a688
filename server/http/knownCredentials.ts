/** Credentials that have let somebody in lately, as hashes. A made-up one is not among them, however often another is made up. */
import { createHash } from 'node:crypto';

const hash = (credential: string) => createHash('sha256').update(credential).digest('base64');

export interface KnownCredentials {
  has(credential: string): boolean;
  add(credential: string): void;
}

/** Remembers up to `max` of them; the one used longest ago is forgotten first. */
export function createKnownCredentials(max = 10_000): KnownCredentials {
  const known = new Set<string>();
  return {
    has: (credential) => known.has(hash(credential)),
    add: (credential) => {
      const key = hash(credential);
      known.delete(key);
      known.add(key);
      const [oldest] = known;
      if (known.size > max && oldest !== undefined) known.delete(oldest);
    },
  };
}
