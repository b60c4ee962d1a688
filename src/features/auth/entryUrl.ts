/** Parses the address with which the app is opened: a provider's return, a mailed link, a remote login. Pure. */
import type { InternalEvent } from '#machines/login/index.ts';

/** `event` is for the login flow, `token` is that of a reset or an invitation; `path` is what the address becomes, so that no secret stays in it. */
interface EntryUrl {
  readonly path: string;
  readonly event?: InternalEvent;
  readonly token?: string;
}

const callback = /^\/sign-in\/callback\/([^/]+)\/?$/;
const remote = /^\/remote-login\/([A-Za-z0-9_-]{22,64})\/?$/;

/** Reads an address; null when it holds nothing of the sort. `url` is an absolute address of ours. */
export function parseEntryUrl(url: URL): EntryUrl | null {
  const provider = callback.exec(url.pathname)?.[1];
  if (provider !== undefined) {
    const { searchParams } = url;
    return {
      path: '/sign-in',
      event: { type: 'provider.returned', provider: decodeURIComponent(provider), code: searchParams.get('code'), state: searchParams.get('state') },
    };
  }
  const id = remote.exec(url.pathname)?.[1];
  if (id !== undefined) return { path: '/', event: { type: 'remote.opened', id } };
  if (url.pathname === '/link-expired') return { path: '/sign-in', event: { type: 'link.expired' } };
  const token = isPasswordPath(url.pathname) ? url.searchParams.get('token') : null;
  return token ? { path: url.pathname, token } : null;
}

/** Pages for people who are not signed in; after signing in one goes on from them. */
export const isSignInPath = (path: string): boolean => path === '/sign-in' || path.startsWith('/sign-in/') || path === '/sign-up';
/** Pages that are drawn whoever is signed in: the mailed link may be opened beside a running session. */
export const isPasswordPath = (path: string): boolean => /^\/(password\/(forgot|reset)|invites)$/.test(path);
