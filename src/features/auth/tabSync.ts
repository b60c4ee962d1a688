/** Tabs of one browser share one session: when another tab signs in, out, or as somebody else, this one follows. */
import type { InternalEvent, LoginSnapshot } from '#machines/login/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { ApiError } from '../../api/errors.ts';

/** User of the browser's session; null when none is signed in. */
interface SessionUser {
  readonly id: number;
  readonly isAdmin: boolean;
}

/**
 * Returns the event for the login flow when the session turns out to be `holder`'s; null when nothing has changed. `left` means that another tab signed
 * out by choice, so that nothing of the person may stay here. Pure.
 */
export function toSessionEvent(snapshot: LoginSnapshot, holder: SessionUser | null, left: boolean): InternalEvent | null {
  if (isIn(snapshot, 'anonymous', 'signedOut') && holder !== null) return { type: 'session.found' };
  // The session may be missed here before the other tab says why: what lies beneath the dialog goes too.
  if (isIn(snapshot, 'signedOut') && left) return { type: 'session.ended' };
  if (!isIn(snapshot, 'authenticated')) return null;
  if (holder === null) return { type: left ? 'session.ended' : 'session.lost' };
  const { person } = snapshot.context;
  return person?.id === holder.id && person.isAdmin === holder.isAdmin ? null : { type: 'session.found' };
}

/** The line between tabs; a BroadcastChannel is one. */
interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

const minIntervalMs = 3_000;
const isLeftMessage = (data: unknown): boolean => typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'left';

async function fetchSessionUser(app: Pick<App, 'api'>): Promise<SessionUser | null> {
  try {
    return await app.api.call('auth.currentUser', { keepsSession: true });
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 401) return null;
    throw thrown;
  }
}

/** Watches the other tabs: they are heard at once, and the session is looked at whenever this tab comes to the front. Returns how to stop. */
export function watchOtherTabs(app: Pick<App, 'api' | 'login'>, line: TabChannel = new BroadcastChannel('keyline')): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let known = app.login.getSnapshot().context.person?.id ?? null;
  const checkSession = async (left: boolean): Promise<void> => {
    checkedAt = performance.now();
    // No answer says nothing about who is signed in.
    const holder = await fetchSessionUser(app).catch(() => undefined);
    const event = holder === undefined ? null : toSessionEvent(app.login.getSnapshot(), holder, left);
    if (event) app.login.send(event);
  };
  const handleFocus = () => {
    if (document.visibilityState === 'visible' && performance.now() - checkedAt > minIntervalMs) void checkSession(false);
  };
  line.addEventListener('message', ({ data }) => void checkSession(isLeftMessage(data)));
  window.addEventListener('focus', handleFocus);
  document.addEventListener('visibilitychange', handleFocus);
  const subscription = app.login.subscribe((snapshot) => {
    const person = snapshot.context.person?.id ?? null;
    if (person === known || !isIn(snapshot, 'authenticated', 'anonymous')) return;
    line.postMessage({ kind: person === null ? 'left' : 'entered' });
    known = person;
  });
  return () => {
    subscription.unsubscribe();
    window.removeEventListener('focus', handleFocus);
    document.removeEventListener('visibilitychange', handleFocus);
    line.close();
  };
}
