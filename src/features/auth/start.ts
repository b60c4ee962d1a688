/** Parts of signing in that need no action of the user: the address at the start, the way back. */
import { navigate } from 'wouter/use-browser-location';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { isPasswordPath, isSignInPath, parseEntryUrl } from './entryUrl.ts';
import { storeToken } from './mailedToken.ts';

const returnPathKey = 'keyline.wayBack';

function saveReturnPath(): void {
  const { pathname, search } = window.location;
  if (!isSignInPath(pathname) && !isPasswordPath(pathname)) sessionStorage.setItem(returnPathKey, `${pathname}${search}`);
}
function consumeReturnPath(): string {
  const path = sessionStorage.getItem(returnPathKey);
  sessionStorage.removeItem(returnPathKey);
  return path?.startsWith('/') && !path.startsWith('//') ? path : '/';
}

/** Reads the address and tells the login flow; call once, right after `app.login.start()` and before the first render. Returns how to stop. */
export function startAuth(app: App): () => void {
  const arrival = parseEntryUrl(new URL(window.location.href));
  if (arrival) {
    navigate(arrival.path, { replace: true });
    if (arrival.token !== undefined) storeToken(arrival.token);
    if (arrival.event) app.login.send(arrival.event);
  }
  const following = app.login.subscribe((snapshot) => {
    if (isIn(snapshot, 'redirecting')) saveReturnPath();
    if (isIn(snapshot, 'authenticated') && isSignInPath(window.location.pathname)) navigate(consumeReturnPath(), { replace: true });
  });
  // The browser's own way back from a provider shows this page as it was left.
  const handlePageShow = (event: PageTransitionEvent) => {
    if (event.persisted) app.login.send({ type: 'provider.abandoned' });
  };
  window.addEventListener('pageshow', handlePageShow);
  return () => {
    following.unsubscribe();
    window.removeEventListener('pageshow', handlePageShow);
  };
}
