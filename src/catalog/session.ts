/** The session of a catalog account in this browser (decision 0047): kept until the person signs out or the server ends it, and shared by the browser's tabs. */
import { subscriptionStates } from '#contract/billing/enums.ts';
import type { CatalogSession } from '#machines/catalogSign/index.ts';

const storageKey = 'keyline.catalog';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parse(text: string | null): CatalogSession | null {
  const value: unknown = JSON.parse(text ?? 'null');
  if (!isRecord(value)) return null;
  const { accountId, token, iapId, plan } = value;
  const subscriptionStatus = subscriptionStates.find((each) => each === value.subscriptionStatus);
  if (typeof accountId !== 'number' || typeof token !== 'string' || typeof iapId !== 'string' || typeof plan !== 'string' || !subscriptionStatus) return null;
  return { accountId, token, iapId, plan, subscriptionStatus };
}

/** Reads the session; null where there is none. */
export function readSession(): CatalogSession | null {
  try {
    return parse(localStorage.getItem(storageKey));
  } catch {
    return null; // storage is refused in some private windows, and somebody else may have written to it
  }
}

/** Keeps a session, or forgets it. */
export function saveSession(session: CatalogSession | null): void {
  try {
    if (session === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(session));
  } catch {
    // as above: the session then lasts for this page only
  }
}

/** Tells when another tab signs in or out. */
export function followSession(onOther: (session: CatalogSession | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) onOther(readSession());
  });
}
