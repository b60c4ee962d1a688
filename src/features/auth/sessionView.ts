/** What the window shows by the state of signing in. Apart from the forms, which come with the sign-in page. */
import type { LoginSnapshot } from '#machines/login/index.ts';
import { isPasswordPath } from './entryUrl.ts';

/** The whole window: signing in, the workspace, or the workspace behind the dialog of a lapsed session. */
type SessionView = 'signIn' | 'workspace' | 'lapsed';

/** Which of them a snapshot and the path ask for. While staff begin or stop acting as somebody, the workspace stays until the other person is there. */
export function getSessionView({ context }: LoginSnapshot, path: string): SessionView {
  if (isPasswordPath(path)) return 'signIn';
  if (context.lapsed !== null) return 'lapsed';
  return context.person === null ? 'signIn' : 'workspace';
}
