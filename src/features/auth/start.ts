/** Parts of signing in that need no action of the user: the address at the start, the way back. */
import { navigate } from 'wouter/use-browser-location';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { arrivalOf, isPasswordPath, isSignInPath } from './entryUrl.ts';
import { storeToken } from './mailedToken.ts';

const wayBack = 'keyline.wayBack';

function keepWayBack(): void {
  const { pathname, search } = window.location;
  if (!isSignInPath(pathname) && !isPasswordPath(pathname)) sessionStorage.setItem(wayBack, `${pathname}${search}`);
}
function takeWayBack(): string {
  const path = sessionStorage.getItem(wayBack);
  sessionStorage.removeItem(wayBack);
  return path?.startsWith('/') && !path.startsWith('//') ? path : '/';
}

/** Reads the address and tells the login flow; call once, right after `app.login.start()` and before the first render. Returns how to stop. */
export function startAuth(app: App): () => void {
  const arrival = arrivalOf(new URL(window.location.href));
  if (arrival) {
    navigate(arrival.path, { replace: true });
    if (arrival.token !== undefined) storeToken(arrival.token);
    if (arrival.event) app.login.send(arrival.event);
  }
  const following = app.login.subscribe((snapshot) => {
    if (isIn(snapshot, 'redirecting')) keepWayBack();
    if (isIn(snapshot, 'authenticated') && isSignInPath(window.location.pathname)) navigate(takeWayBack(), { replace: true });
  });
  // The browser's own way back from a provider shows this page as it was left.
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) app.login.send({ type: 'provider.abandoned' });
  };
  window.addEventListener('pageshow', shown);
  return () => {
    following.unsubscribe();
    window.removeEventListener('pageshow', shown);
  };
}
