/** View of the window by the state of signing in. Apart from the forms, which come with the sign-in page. */
import type { LoginSnapshot } from '#machines/login/index.ts';
import { isPasswordPath } from './entryUrl.ts';

/** The whole window: signing in, the workspace, or the workspace behind the dialog of a lapsed session. */
type SessionView = 'signIn' | 'workspace' | 'lapsed';

/** View that a snapshot and the path ask for. While staff begin or stop impersonating, the workspace stays until the other user is there. */
export function getSessionView({ context }: LoginSnapshot, path: string): SessionView {
  if (isPasswordPath(path)) return 'signIn';
  if (context.lapsed !== null) return 'lapsed';
  return context.person === null ? 'signIn' : 'workspace';
}
