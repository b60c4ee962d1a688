/** Pages for people who don't sign in with a password they have: a new account, an invitation, a new password. */
import InvitePage from './InvitePage.tsx';
import ResetPage from './ResetPage.tsx';
import SignUpPage from './SignUpPage.tsx';

/** Shows the page of a path. */
export default function OtherPages({ path }: { readonly path: string }) {
  if (path === '/sign-up') return <SignUpPage />;
  return path === '/invites' ? <InvitePage /> : <ResetPage />;
}
