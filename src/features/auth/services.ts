/** The account's affairs as commands reach them. */

import { watchPerson } from '#commands/auth/personKey.ts';
import type { AuthServices } from '#commands/auth/types.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { readNews } from '../../shared/news.ts';
import { accountDialog } from './accountDialog.ts';
import { moveInDemoUsers, signInAsDemoUser } from './demoUsers.ts';
import { getSignUp } from './signUp.ts';

export function createAuthServices(app: App): AuthServices {
  return {
    show: accountDialog.set,
    readNews: async () => {
      await readNews(app);
      return { message: 'Marked as read' };
    },
    proveMfa: async (code) => {
      const isHere = watchPerson(() => app.get().user);
      const user = await app.api.call('auth.proveMfa', { body: { code } });
      if (isHere()) app.set({ user });
      return { message: 'Two-factor code confirmed' };
    },
    endDevices: async () => {
      await app.api.call('auth.clearTokenSessions', {});
      await app.queries.invalidateQueries({ queryKey: keys.me('sessions') });
      return { message: 'Your mobile devices are signed out' };
    },
    signInAsDemoUser: (email) => signInAsDemoUser(app, email),
    moveInDemoUsers,
    continueSignUp: () => void getSignUp()?.proceed(),
  };
}
