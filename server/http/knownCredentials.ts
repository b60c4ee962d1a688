/** Credentials that have let somebody in lately, as hashes, each with its caller. A made-up one is not among them, however often another is made up. */
import { createHash } from 'node:crypto';

const hash = (credential: string) => createHash('sha256').update(credential).digest('base64');

export interface KnownCredentials {
  /** Finds the caller a credential has let in; null when it has let nobody in, or not lately. */
  findCaller(credential: string): string | null;
  add(credential: string, caller: string): void;
}

/** Remembers up to `max` of them; the one used longest ago is forgotten first. */
export function createKnownCredentials(max = 10_000): KnownCredentials {
  const callers = new Map<string, string>();
  return {
    findCaller: (credential) => callers.get(hash(credential)) ?? null,
    add: (credential, caller) => {
      const key = hash(credential);
      callers.delete(key);
      callers.set(key, caller);
      const [oldest] = callers.keys();
      if (callers.size > max && oldest !== undefined) callers.delete(oldest);
    },
  };
}
