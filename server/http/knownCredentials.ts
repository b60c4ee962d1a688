/** Credentials that have let somebody in lately, as hashes, each with its caller. A made-up one is not among them, however often another is made up. */
import { hash } from 'node:crypto';

const hashCredential = (credential: string) => hash('sha256', credential, 'base64');

export interface KnownCredentials {
  /** Finds the caller a credential has let in; null when it has let nobody in, or not lately. */
  findCaller(credential: string): string | null;
  add(credential: string, caller: string): void;
}

/** Remembers up to `max` of them; the one used longest ago is forgotten first. */
export function createKnownCredentials(max = 10_000): KnownCredentials {
  const callers = new Map<string, string>();
  return {
    findCaller: (credential) => callers.get(hashCredential(credential)) ?? null,
    add: (credential, caller) => {
      const key = hashCredential(credential);
      callers.delete(key);
      callers.set(key, caller);
      const [oldest] = callers.keys();
      if (callers.size > max && oldest !== undefined) callers.delete(oldest);
    },
  };
}
